import { describe, expect, it } from 'vitest'
import { languageName, readCaptions } from './film-captions.ts'

const read = (file: string) => {
  const found = readCaptions(file)
  return typeof found === 'string' ? found : found.text
}

describe('captions', () => {
  it('in SRT become WebVTT', () => {
    expect(
      read(
        '\ufeff1\r\n00:00:01,500 --> 00:00:03,000\r\n<i>Hello</i>\r\nyou\r\n\r\n2\r\n01:00:00,000 --> 01:00:01,000\r\nEnd',
      ),
    ).toBe(
      'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\n<i>Hello</i>\nyou\n\n01:00:00.000 --> 01:00:01.000\nEnd\n',
    )
  })

  it('in WebVTT keep their times and words, and lose styles, places and notes', () => {
    const file =
      'WEBVTT - by hand\n\nSTYLE\n::cue{color:red}\n\nNOTE mine\n\nid\n00:01.5 --> 00:02.25 align:start\n<v Ana><c.big>Hi</c></v> a --> b & c &amp; d\n'
    expect(read(file)).toBe('WEBVTT\n\n00:00:01.500 --> 00:00:02.250\nHi a → b &amp; c &amp; d\n')
  })

  it('stand apart where the lines between them have blanks in them, or are missing', () => {
    const both = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n00:00:03.000 --> 00:00:04.000\n1984 →\n'
    expect(
      read('1\n00:00:01,000 --> 00:00:02,000\nOne\n \t\n2\n00:00:03,000 --> 00:00:04,000\n1984 -->\n'),
    ).toBe(both)
    expect(read('1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\n1984 -->\n')).toBe(
      both,
    )
    expect(read('00:01.000 --> 00:02.000\nOne\n00:03.000 --> 00:04.000\n1984 -->')).toBe(both)
  })

  it('read again are the same', () => {
    const once = read('1\n00:00:01,500 --> 00:00:03,000\nA & B <b>c</b>\n')
    expect(read(once)).toBe(once)
  })

  it.each([
    ['', 'no captions'],
    ['WEBVTT\n\n', 'no captions'],
    ['just words', 'no captions'],
    ['00:00:05,000 --> 00:00:01,000\nbackwards', 'cannot be read'],
    ['00:99:00,000 --> 00:99:01,000\nno time', 'cannot be read'],
    ['soon --> later\nwords', 'cannot be read'],
  ])('%j are refused with what to do', (file, words) => {
    expect(readCaptions(file)).toContain(words)
  })

  it('are named in their own language', () => {
    expect([languageName('de'), languageName('en'), languageName('fr')]).toEqual([
      'Deutsch',
      'English',
      'Français',
    ])
  })

  it('are named by their letters where the browser has no names of languages', () => {
    const names = Intl.DisplayNames
    try {
      Reflect.deleteProperty(Intl, 'DisplayNames')
      expect(languageName('de')).toBe('de')
    } finally {
      Object.assign(Intl, { DisplayNames: names })
    }
  })
})
