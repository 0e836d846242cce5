import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPasted, withoutSurroundings } from './pasted-value.ts'

const token = 'pit-11111111-2222-3333-4444-55555555a1f3'

describe('what is copied along with a value', () => {
  it.each([
    ` ${token}\n`,
    `"${token}"`,
    `'${token}'`,
    `“${token}”`,
    `Bearer ${token}`,
    `bearer   ${token}`,
    `Authorization: Bearer ${token}`,
    `"Authorization: Bearer ${token}"`,
    `GHL_TOKEN=${token}`,
    `export GHL_TOKEN="${token}"`.replace('export ', ''),
    `\u200b${token}\ufeff`,
    `\u00a0${token}`,
  ])('is left out: %j', (text) => {
    expect(readPasted('crm', 'token', text)).toEqual({ value: token })
  })

  it('is left out once and for all, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const rest = withoutSurroundings(text)
        expect(withoutSurroundings(rest)).toBe(rest)
      }),
    )
  })
})

describe('what cannot be the value', () => {
  it.each([
    ['crm', 'token', 'pit-1111 2222', /^Token: there is a blank/],
    ['crm', 'token', `${token}\n${token}`, /^Token: there is a blank/],
    ['crm', 'token', 'pit-abc', /^Token: this is too short/],
    ['crm', 'token', 'eyJhbGciOiJIUzI1NiJ9.e30.abc', /^Token: this is an old API key/],
    ['crm', 'token', 'https://app.gohighlevel.com/', /^Token: this is an address/],
    ['crm', 'token', 'pit-••••••••••••', /^Token: it holds a character/],
    ['crm', 'token', '****************', /^Token: these are the stars/],
    ['crm', 'token', 'x'.repeat(2001), /^Token: this is too long/],
    ['crm', 'locationId', token, /^Location id: this is the token/],
    ['crm', 'locationId', 'my/location', /^Location id: it is letters and digits/],
    ['stripe', 'secret', 'sk_live_0123456789abcdef', /^Signing secret: this is an API key/],
    ['stripe', 'secret', '0123456789abcdef0123', /^Signing secret: it starts with whsec_/],
    ['cal', 'secret', 'short', /^Secret: it must have at least 16/],
    ['typeform', 'secret', 'x'.repeat(201), /^Secret: it may have at most 200/],
    ['voice', 'url', 'agent.example.com', /^Address that starts a call: enter an address/],
    ['meta', 'token', '123456789012345', /^Access token: this is a number/],
    ['meta', 'testEventCode', 'TEST-1', /^Test event code: it looks like TEST12345/],
  ] as const)('is refused in a sentence that names the field: %s %s %j', (vendor, name, text, words) => {
    const read = readPasted(vendor, name, text)
    expect(read).toEqual({ problem: expect.stringMatching(words) })
    // Even a wrong value may be somebody's secret.
    expect(JSON.stringify(read)).not.toContain(text)
  })

  it('does not keep the id of a sub-account from being read out of its address', () => {
    const address = 'https://app.gohighlevel.com/v2/location/ve9EPM428h8vShlRW1KT/dashboard'
    expect(readPasted('crm', 'locationId', address)).toEqual({ value: 've9EPM428h8vShlRW1KT' })
  })

  it('is not an empty text: that is no value', () => {
    expect(readPasted('voice', 'url', ' "" ')).toEqual({ value: '' })
  })
})
