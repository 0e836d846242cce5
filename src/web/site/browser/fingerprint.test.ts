import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const phone = {
  screenWidth: 390,
  screenHeight: 844,
  timezone: 'America/Los_Angeles',
  language: 'en-US',
  hardwareConcurrency: 6,
  userAgent: 'Mozilla/5.0 (iPhone) Instagram',
  colorDepth: 24,
  pixelRatio: 3,
}

describe('the device fingerprint', () => {
  it('is a safe whole number and the same for the same device', () => {
    expect(Number.isSafeInteger(fingerprintOf(phone))).toBe(true)
    expect(fingerprintOf({ ...phone })).toBe(fingerprintOf(phone))
  })

  it.each([
    ['screen', { screenWidth: 391 }],
    ['timezone', { timezone: 'UTC' }],
    ['language', { language: 'en' }],
    ['CPU count', { hardwareConcurrency: 8 }],
    ['memory', { deviceMemory: 8 }],
    ['user agent', { userAgent: 'Mozilla/5.0 (iPhone) TikTok' }],
    ['colour depth', { colorDepth: 30 }],
    ['pixel ratio', { pixelRatio: 2 }],
  ])('changes with the %s', (_what, change) => {
    expect(fingerprintOf({ ...phone, ...change })).not.toBe(fingerprintOf(phone))
  })

  it('scatters 20,000 near-alike devices without a clash', () => {
    const seen = new Set(
      Array.from({ length: 20_000 }, (_, width) => fingerprintOf({ ...phone, screenWidth: width })),
    )
    expect(seen.size).toBe(20_000)
  })
})
