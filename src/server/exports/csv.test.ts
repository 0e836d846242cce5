import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

describe('a CSV cell', () => {
  it('never begins with what a spreadsheet would run', () => {
    for (const text of ['=1+1', '+1 202', '-2', '@SUM(A1)', '\tx', '\rx'])
      expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true)
    expect(csvCell('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`)
  })

  it('holds no formula, in whichever way a spreadsheet parts the cells', () => {
    const signs = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']
    for (const sign of signs)
      for (const before of [
        '',
        ' ',
        'x;',
        'x; ',
        'x\t',
        'x\n',
        'x\r\n',
        'x,',
        ';;',
        '\n',
        'x;"',
        'x; ""',
        'x\t"',
        'x,"',
      ])
        for (const parting of [/,/, /;/, /\t/, /[,;\t]/]) {
          const cells = csvLine(['1', `${before}${sign}HYPERLINK("http://x")`, '2'])
            .split(/[\r\n]+/)
            .flatMap((line) => line.split(parting))
          const begins = cells.map((cell) => cell.replace(/^["\s]+/, ''))
          expect(begins.filter((cell) => signs.some((one) => cell.startsWith(one)))).toEqual([])
        }
    expect(csvCell('x;=HYPERLINK("y")')).toBe(`"x;'=HYPERLINK(""y"")"`)
    expect(csvCell('x;"=HYPERLINK("http://y?"&A2);')).toBe(`"x;""'=HYPERLINK(""http://y?""&A2);"`)
  })

  // Were each break to look through all that follow, this would take hours.
  it('is through with a million line breaks at once', { timeout: 60_000 }, () => {
    expect(csvCell(`${'\n'.repeat(1_000_000)}b`)).toHaveLength(1_000_004)
    expect(csvCell(`a${'\n"'.repeat(500_000)}=1`)).toMatch(/"'=1"$/)
  })

  it('keeps digits that a spreadsheet would cut: ids of ads, and phones as people type them', () => {
    expect(csvCell('120210001234567891')).toBe("'120210001234567891")
    expect(csvCell('07700900513')).toBe("'07700900513")
    for (const text of ['0', '2026', '999999999999999', '0.5', '020 7946 0018', '192.0.2.1'])
      expect(csvCell(text)).toBe(text)
  })

  it('leaves what people write readable', () => {
    for (const text of ['Ada Kern', 'Call 1 - intro', 'a-b', 'C++', 'ada@example.com', '3+4', 'a=b', 'x＝y'])
      expect(csvCell(text)).toBe(text)
    expect(csvCell('VH01 - Lead; VH02 - Saw Pitch')).toBe('"VH01 - Lead; VH02 - Saw Pitch"')
    expect(csvCell('Kern, Ada')).toBe('"Kern, Ada"')
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

  it('keeps amounts below zero as they are: no spreadsheet runs a figure with its currency', () => {
    const refunded = [
      { figure: '-1200.00', currency: 'USD' },
      { figure: '-3.50', currency: 'EUR' },
    ]
    expect(csvCell(refunded.slice(0, 1))).toBe('-1200.00 USD')
    expect(csvCell(refunded)).toBe('"-1200.00 USD; -3.50 EUR"')
    expect(csvCell(refunded, 'semicolon')).toBe('"-1200,00 USD; -3,50 EUR"')
  })

  it('is parted by semicolons where decimals have the comma, and then has no date or number by mistake', () => {
    expect(csvLine([1.5, -3, 'a;b', 'a,b', null], 'semicolon')).toBe('1,5;-3;"a;b";"a,b";\r\n')
    const amounts = [
      { figure: '2497.00', currency: 'USD' },
      { figure: '3.50', currency: 'EUR' },
    ]
    expect(csvCell(amounts, 'semicolon')).toBe('"2497,00 USD; 3,50 EUR"')
    expect(csvCell(amounts)).toBe('"2497.00 USD; 3.50 EUR"')
    expect(csvLine(['17.4', '192.168.100.200', '07700900513', '2497.00 USD'], 'semicolon')).toBe(
      "'17.4;'192.168.100.200;'07700900513;2497.00 USD\r\n",
    )
  })

  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n')
  })
})
