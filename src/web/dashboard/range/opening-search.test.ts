import { expect, it } from 'vitest'
import { openingSearch } from './opening-search.ts'

// Sunday in UTC, still Saturday evening in Los Angeles.
const now = new Date('2026-11-22T02:00:00Z')

it.each([
  ['?tz=UTC', '?range=last-7-days&tz=UTC'],
  ['?tab=leads&tz=UTC', '?tab=leads&range=last-7-days&tz=UTC'],
  ['', ''],
  ['?range=this-week&tz=UTC', '?range=this-week&tz=UTC'],
  ['?range=today&tz=UTC', '?range=today&tz=UTC'],
])('opens "%s" as "%s" where the week is one day old', (search, opened) => {
  expect(openingSearch(search, now)).toBe(opened)
})
