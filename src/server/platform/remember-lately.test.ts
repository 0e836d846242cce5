import { expect, test } from 'vitest'
import { ownText, rememberLately } from './remember-lately.ts'

test('keeps what was asked for lately within its characters, whatever comes', () => {
  const kept = rememberLately<string>(1000, (value) => value.length)
  for (let round = 0; round < 500; round += 1) {
    kept.set(`key ${round}`, 'x'.repeat(round % 90))
    expect(kept.get(`key ${round}`)).toBe('x'.repeat(round % 90))
    kept.get('key 499')
  }
  const found = Array.from({ length: 500 }, (_, round) => kept.get(`key ${round}`)).filter(
    (value) => value !== undefined,
  )
  expect(found.length).toBeGreaterThan(5)
  expect(found.join('').length + found.length * 'key 499'.length).toBeLessThanOrEqual(1000)
})

test('what is used again stays, what is not goes first, and one too large is not kept', () => {
  const kept = rememberLately<number>(30, () => 6)
  kept.set('a', 1)
  kept.set('b', 2)
  kept.set('c', 3)
  expect(kept.get('a')).toBe(1)
  kept.set('d', 4)
  kept.set('e', 5)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => kept.get(key))).toEqual([1, undefined, 3, 4, 5])
  kept.set('a', 6)
  kept.set('x'.repeat(30), 7)
  expect(kept.get('x'.repeat(30))).toBeUndefined()
  expect(kept.get('a')).toBe(6)
})

test('a text of one’s own is the same text', () => {
  for (const text of ['', 'plain', 'ünï\u2028code 👍', '\ud800 half a pair']) expect(ownText(text)).toBe(text)
})
