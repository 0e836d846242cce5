import type { FastifyRequest } from 'fastify'
import { type DeviceInfo, unknownDevice } from '#contract/device.ts'
import { ownText } from '#server/platform/remember-lately.ts'
import { readDevice } from './read-device.ts'

/** What is stored of the browser behind a request. */
export type Browser = { userAgent: string | undefined; device: DeviceInfo }

/** What may be kept of the browser of somebody who gave no leave: its kind, without any version or model. */
export function coarseBrowser({ device }: Browser): Browser {
  const { category, os, browser, webView, app } = device
  return { userAgent: undefined, device: { ...unknownDevice, category, os, browser, webView, app } }
}

/**
 * Reads the browser behind a request: its user agent, at most 1,000 characters, and the device derived from it
 * and from client hints. Where user agents may not be stored (docs/spec.md, 'Tracking') only the
 * device's category is left.
 */
export function readBrowser(
  request: FastifyRequest,
  reported: string | undefined,
  storesUserAgents: boolean,
): Browser {
  const userAgent = cut(request.headers['user-agent'] ?? reported, LONGEST)
  const hint = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? cut(value.replaceAll('"', ''), 100) : undefined
  }
  const device = readDevice(userAgent ?? '', {
    model: hint('sec-ch-ua-model'),
    platformVersion: hint('sec-ch-ua-platform-version'),
    fullVersions: cut(request.headers['sec-ch-ua-full-version-list']?.toString(), 300),
  })
  return storesUserAgents
    ? { userAgent, device }
    : { userAgent: undefined, device: { ...unknownDevice, category: device.category } }
}

const LONGEST = 1000

// A piece of a long header would keep the whole of it in memory for as long as the device is remembered.
const cut = (text: string | undefined, longest: number): string | undefined =>
  text !== undefined && text.length > longest ? ownText(text.slice(0, longest)) : text
