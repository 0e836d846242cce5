import type { Random } from '#support/seeded-random.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import type { Counted } from './happened.ts'
import type { Query } from './local-days.ts'

/** Whom the numbers are asked of, what they are counted from, when, and what else is chosen at random. */
export type Asking = { owner: TestBrowser; counts: Counted; now: Date; random: Random }

/** A query with more that is asked, as it stands in an address. */
export const parametersOf = (query: Query, more: object = {}): URLSearchParams =>
  new URLSearchParams({ ...query, ...more })
