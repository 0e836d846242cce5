import { describe, expect, it } from 'vitest'
import { encodingFor, isHeld } from './send-compressed.ts'

describe('the form of an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['x-br', undefined],
    [undefined, undefined],
  ])('for %s is %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding)
  })

  // Were each blank to look through all that follow, this would take hours.
  it('is found in one go through a million blanks', { timeout: 60_000 }, () => {
    expect(encodingFor(`a${' '.repeat(1_000_000)}b, br ; q=1`)).toBe('br')
  })

  it.each([
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['*', true],
    ['"abcd"', false],
    [undefined, false],
  ])('with If-None-Match %s is held: %s', (header, held) => {
    expect(isHeld(header, '"abc"')).toBe(held)
  })
})
