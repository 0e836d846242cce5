import { describe, expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

describe('the form of an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['x-br', undefined],
    [undefined, undefined],
  ])('for %s is %s', (accepted, encoding) => {
    expect(acceptedEncoding(accepted)).toBe(encoding)
  })

  // Were each blank to look through all that follow, this would take hours.
  it('is found in one go through a million blanks', { timeout: 60_000 }, () => {
    expect(acceptedEncoding(`a${' '.repeat(1_000_000)}b, br ; q=1`)).toBe('br')
  })
})
