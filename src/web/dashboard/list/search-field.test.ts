import { expect, it } from 'vitest'
import { fromNow } from './search-field.tsx'

it('a search that is drawn late is the field’s own, though another was sent since', () => {
  expect(fromNow(['', 'a', 'ab', 'abc'], 'ab')).toEqual(['ab', 'abc'])
  expect(fromNow(['ab', 'abc'], 'abc')).toEqual(['abc'])
})

it('one that was taken back and sent again is the field’s own both times', () => {
  const sent = fromNow(['a', 'ab', 'a'], 'ab')
  expect(sent).toEqual(['ab', 'a'])
  expect(fromNow(sent ?? [], 'a')).toEqual(['a'])
})

it('one of which the field knows nothing comes from elsewhere', () => {
  expect(fromNow(['ab'], '')).toBe(null)
  expect(fromNow(['ab', 'abc'], 'somebody else')).toBe(null)
})
