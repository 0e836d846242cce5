import { describe, expect, it } from 'vitest'
import { clickCookie, cookieIn, fbcOf, fbpOf, isClickId, nextFbc } from './click-cookies.ts'

const now = 1_795_255_200_000

describe('the ad-click cookies', () => {
  it('write the click id as it came, with milliseconds', () => {
    expect(fbcOf('IwAR0_aB-Z', now)).toBe('fb.1.1795255200000.IwAR0_aB-Z')
    expect(fbpOf(now, 0.5)).toBe('fb.1.1795255200000.5000000000')
  })

  it('keep the first time of a known click and start anew for another', () => {
    const first = fbcOf('one', 1)
    expect(nextFbc(first, 'one', now)).toBe(first)
    expect(nextFbc(first, undefined, now)).toBe(first)
    expect(nextFbc(first, 'two', now)).toBe(fbcOf('two', now))
    expect(nextFbc(undefined, undefined, now)).toBeUndefined()
  })

  it('pass a value with the parameter builder’s appendix through untouched', () => {
    const theirs = 'fb.1.1700000000000.AbC.AQIDBA'
    expect(nextFbc(theirs, 'AbC', now)).toBe(theirs)
  })

  it('live 365 days on the whole site, and only over HTTPS where there is HTTPS', () => {
    expect(clickCookie('_fbp', 'fb.1.2.3', true)).toBe(
      '_fbp=fb.1.2.3; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    )
    expect(clickCookie('_fbp', 'fb.1.2.3', false)).not.toContain('Secure')
  })

  it('are found among other cookies by their whole name', () => {
    expect(cookieIn('x_fbc=no; _fbc=fb.1.2.three; z=1', '_fbc')).toBe('fb.1.2.three')
    expect(cookieIn('', '_fbc')).toBeUndefined()
  })

  it('never take a click id that could break out of the cookie', () => {
    expect(isClickId('IwAR0_aB-Z.9')).toBe(true)
    expect(isClickId('x; Domain=evil.example')).toBe(false)
    expect(isClickId('')).toBe(false)
    expect(isClickId('a'.repeat(499))).toBe(true)
    expect(isClickId('a'.repeat(500))).toBe(false)
  })
})
