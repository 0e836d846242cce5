import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

describe('a CSV cell', () => {
  it('never begins with what a spreadsheet would run', () => {
    for (const text of ['=1+1', '+1 202', '-2', '@SUM(A1)', '\tx', '\rx'])
      expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true)
    expect(csvCell('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`)
  })

  it('keeps numbers numbers, also negative ones, and leaves ordinary text alone', () => {
    expect([csvCell(-3), csvCell(0), csvCell('a=b'), csvCell("O'Sullivan"), csvCell(null)]).toEqual([
      '-3',
      '0',
      'a=b',
      "O'Sullivan",
      '',
    ])
  })

  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n')
  })
})
