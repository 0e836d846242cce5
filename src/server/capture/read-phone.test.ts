import { describe, expect, it } from 'vitest'
import { readPhone, writePhone } from './read-phone.ts'

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
    // As a Japanese keyboard writes it, and with the narrow blanks of a page that it was copied from.
    ['＋８１　９０－１２３４－５６７８', '+819012345678'],
    ['+33\u202f6\u202f12\u202f34\u202f56\u202f78', '+33612345678'],
  ])('%s is %s', (typed, e164) => {
    expect(readPhone(typed, 'US')).toBe(e164)
  })

  it.each(['0049 12', '00', '000 555 0143', '49 171 2345678', 'call me'])('%s is none', (typed) => {
    expect(readPhone(typed, 'US')).toBeNull()
  })
})

describe('a phone number as people write it', () => {
  it.each([
    ['+44 7911 123456', '+447911123456', '+44 7911 123456'],
    ['0044 7911 123456', '+447911123456', '+44 7911 123456'],
    ['(+44) 7911 123456', '+447911123456', '+44 7911 123456'],
    ['(0044) 7911 123456', '+447911123456', '+44 7911 123456'],
    ['WhatsApp: +44 7911 123456', '+447911123456', '+44 7911 123456'],
    ['011 44 7911 123456', '+447911123456', '+44 7911 123456'],
    ['＋８１　９０－１２３４－５６７８', '+819012345678', '+81 90 1234 5678'],
  ])('has its country’s code where it was typed with it: %s', (typed, e164, written) => {
    expect(writePhone(typed, e164)).toBe(written)
  })

  it.each([
    ['07911 123456', '+447911123456', '07911 123456'],
    ['(011) 91234-5678', '+5511912345678', '(11) 91234-5678'],
    ['+1 202 555 0143', '+12025550143', '(202) 555-0143'],
    ['call me', null, 'call me'],
  ])('has none where it was typed without, or needs none: %s', (typed, e164, written) => {
    expect(writePhone(typed, e164)).toBe(written)
  })
})
