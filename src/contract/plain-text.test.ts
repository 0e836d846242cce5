import { describe, expect, it } from 'vitest'
import { leadFields } from './capture.ts'
import { cutWhole, plainText } from './plain-text.ts'
import { cutText, line } from './text.ts'

const turners = [
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
  ...['\u2066', '\u2067', '\u2068', '\u2069'],
]

describe('text from outside', () => {
  it.each([...turners, '\u200b', '\u2060', '\u206f', '\ufeff', '\u00ad', '\u3164', '\u{e0041}'])(
    'loses what no eye sees: %j',
    (mark) => {
      expect(line(200).parse(`${mark}Ada${mark} Kern${mark}`)).toBe('Ada Kern')
      expect(line(200).parse(` ${mark} Ada `)).toBe('Ada')
      expect(cutText(`${mark} Ada ${mark}`, 200)).toBe('Ada')
      expect(leadFields.name.safeParse(mark).success).toBe(false)
    },
  )

  it.each(['דוד בן-גוריון', 'محمد علي', 'می‌خواهم', 'क्‍ष', '👩‍💻 Ada', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ada', '❤️', 'Ada O’Neill-Müller'])(
    'keeps %s',
    (text) => {
      expect(line(200).parse(text)).toBe(text)
      expect(cutText(text, 200)).toBe(text)
    },
  )

  it('takes a number as phones copy it, between marks of direction', () => {
    expect(leadFields.phone.parse('\u202a+1 202-555-0143\u202c')).toBe('+1 202-555-0143')
  })

  it('is one line: separators of lines and paragraphs are none of its characters', () => {
    for (const separator of ['\u2028', '\u2029', '\n', '\t', '\u0000', '\u009b']) {
      expect(line(200).safeParse(`Ada${separator}Kern`).success).toBe(false)
      expect(cutText(`Ada${separator}Kern`, 200)).toBe('Ada Kern')
    }
  })

  it('is cut without half of a character at its end', () => {
    expect(cutText('Ada😀', 4)).toBe('Ada')
    expect(cutText('Ada😀', 5)).toBe('Ada😀')
    expect(cutWhole('Ada😀 Kern', 5)).toBe('Ada😀')
  })

  it('that holds nothing to read is empty', () => {
    for (const nothing of ['\u200d', '\u200c \u200d', '\u202e\u202c', '']) expect(plainText(nothing)).toBe('')
  })
})
