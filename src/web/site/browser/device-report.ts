import { fingerprintOf } from './fingerprint.ts'

/** What the browser says about itself with every call (product.md §3). */
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

function timezone(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return ''
  }
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

/** This browser's report, measured once per page load. */
export const deviceReport: DeviceReport = report()

/** The device type of product.md §4 by the window's width in CSS pixels. */
export const deviceTypeOf = (width: number): 'Mobile' | 'Tablet' | 'Desktop' =>
  width < 768 ? 'Mobile' : width < 1024 ? 'Tablet' : 'Desktop'
