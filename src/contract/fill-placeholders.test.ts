import { describe, expect, it } from 'vitest'
import { counted, fillPlaceholders } from './fill-placeholders.ts'

describe('a text with names in braces', () => {
  it('shows the values, zero included, and leaves unknown names alone', () => {
    expect(fillPlaceholders('{done} of {total} in {place}', { done: 0, total: 4 })).toBe('0 of 4 in {place}')
  })

  it.each([
    [0, '0 videos'],
    [1, '1 video'],
    [5, '5 videos'],
  ])('counts %d in its own words', (count, text) => {
    expect(counted(count, { one: '{count} video', many: '{count} videos' })).toBe(text)
  })
})
