import { describe, expect, it } from 'vitest'
import { readPhone } from './read-phone.ts'

describe('a phone number as it was typed', () => {
  it.each([
    ['(202) 555-0143', '+12025550143'],
    ['+49 (0)171 2345678', '+491712345678'],
    ['011 44 7911 123456', '+447911123456'],
    // As most of the world dials abroad, whatever the site's own country does.
    ['0049 171 2345678', '+491712345678'],
    ['0044 (0) 7911 123456', '+447911123456'],
    ['(00353) 86 123 4567', '+353861234567'],
    ['00 1 202 555 0143', '+12025550143'],
  ])('%s is %s', (typed, e164) => {
    expect(readPhone(typed, 'US')).toBe(e164)
  })

  it.each(['0049 12', '00', '000 555 0143', '49 171 2345678', 'call me'])('%s is none', (typed) => {
    expect(readPhone(typed, 'US')).toBeNull()
  })
})
