import { z } from 'zod'
import { reportedNumber, reportedText } from './text.ts'

/** What a browser reports about itself with a tracking or capture call (docs/spec.md, 'Calls and bodies'). */
export const deviceFields = {
  fingerprint: reportedText(64),
  timezone: reportedText(64),
  language: reportedText(64),
  screenWidth: reportedNumber(100_000),
  screenHeight: reportedNumber(100_000),
  hardwareConcurrency: reportedNumber(4096),
  deviceMemory: reportedNumber(65_536),
  userAgent: reportedText(1000),
}

/** Device info derived from the user agent (docs/spec.md, 'Records'); null where it cannot be read. */
export const DeviceInfo = z.object({
  category: z.enum(['Desktop', 'Mobile', 'Tablet']).nullable(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  os: z.string().nullable(),
  osVersion: z.string().nullable(),
  buildId: z.string().nullable(),
  browser: z.string().nullable(),
  browserVersion: z.string().nullable(),
  engine: z.string().nullable(),
  webView: z.boolean(),
  app: z.string().nullable(),
  appVersion: z.string().nullable(),
})

/** Device info derived from the user agent. */
export type DeviceInfo = z.infer<typeof DeviceInfo>

/** What a browser reported about itself, as the dashboard receives it; null where it reported nothing. */
export const deviceColumns = {
  timezone: z.string().nullable(),
  language: z.string().nullable(),
  screenWidth: z.number().nullable(),
  screenHeight: z.number().nullable(),
  hardwareConcurrency: z.number().nullable(),
  deviceMemory: z.number().nullable(),
  userAgent: z.string().nullable(),
  device: DeviceInfo,
}

/** The device where nothing could be read, or nothing may be kept. */
export const unknownDevice: DeviceInfo = {
  category: null,
  manufacturer: null,
  model: null,
  os: null,
  osVersion: null,
  buildId: null,
  browser: null,
  browserVersion: null,
  engine: null,
  webView: false,
  app: null,
  appVersion: null,
}
