import { expect, it } from 'vitest'
import { freeEntryId, withEntryIds } from './entry-ids.ts'

it('gives an id after the highest there is', () => {
  expect(freeEntryId('week', [])).toBe('week1')
  expect(freeEntryId('week', ['week4', 'week11', 'week2'])).toBe('week12')
  expect(freeEntryId('week', ['other7', 'weekend', ''])).toBe('week1')
})

it('lets every entry keep its id wherever it stands, and gives one to who has none or another’s', () => {
  const ids = (...given: string[]) =>
    withEntryIds(
      'week',
      given.map((id) => ({ id })),
    ).map(({ id }) => id)
  expect(ids('week3', 'week1')).toEqual(['week3', 'week1'])
  expect(ids('', 'week2', 'week2', '')).toEqual(['week3', 'week2', 'week4', 'week5'])
  expect(ids(...ids('', ''))).toEqual(ids('', ''))
})
