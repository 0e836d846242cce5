import { describe, expect, it } from 'vitest'
import { isHeld } from './send-compressed.ts'

describe('the form of an answer', () => {
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
