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
