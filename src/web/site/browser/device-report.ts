import { mayRemember } from '#web/site/consent/visit-leave.ts'
import { fingerprintOf } from './fingerprint.ts'
import { timezone } from './timezone.ts'

/** What the browser says about itself with every call (docs/spec.md, 'Records'). */
export type DeviceReport = {
  fingerprint?: string
  timezone: string
  language: string
  screenWidth: number
  screenHeight: number
  hardwareConcurrency?: number
  deviceMemory?: number
  userAgent: string
}

function report(): DeviceReport {
  const { hardwareConcurrency, language, userAgent } = navigator
  // Chromium only, and not in TypeScript's DOM types.
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number }
  const { width: screenWidth, height: screenHeight, colorDepth } = screen
  const device = {
    timezone: timezone(),
    language,
    screenWidth,
    screenHeight,
    hardwareConcurrency,
    deviceMemory,
    userAgent,
  }
  const pixelRatio = window.devicePixelRatio
  return { fingerprint: String(fingerprintOf({ ...device, colorDepth, pixelRatio })), ...device }
}

let measured: DeviceReport | undefined

/** This browser's report, measured once per page load; empty without the visitor's leave to be told from others. */
export function deviceReport(): Partial<DeviceReport> {
  if (!mayRemember()) return {}
  measured ??= report()
  return measured
}

/** The device type (docs/spec.md, 'Tracking') by the window's width in CSS pixels. */
export const deviceTypeOf = (width: number): 'Mobile' | 'Tablet' | 'Desktop' =>
  width < 768 ? 'Mobile' : width < 1024 ? 'Tablet' : 'Desktop'
