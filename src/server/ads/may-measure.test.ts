import { describe, expect, it } from 'vitest'
import { mayMeasure, refusesToBeFollowed } from './may-measure.ts'

const unasked = { choice: null, version: null, timezone: 'America/Denver' }
const inBerlin = { ...unasked, timezone: 'Europe/Berlin' }

describe('measuring a visitor’s adverts', () => {
  it.each([
    ['needs no yes outside the region', 'region', unasked, true],
    ['needs a yes in the region', 'region', inBerlin, false],
    ['needs a yes where the timezone is unknown', 'region', { ...unasked, timezone: null }, false],
    ['is allowed by a yes', 'region', { ...inBerlin, choice: 'granted', version: '2' }, true],
    ['is not allowed by a yes to older words', 'region', { ...inBerlin, choice: 'granted', version: '1' }, false],
    ['stays forbidden by a no to older words', 'never', { ...unasked, choice: 'refused', version: '1' }, false],
    ['needs a yes everywhere where the owner says so', 'always', unasked, false],
    ['needs none anywhere where the owner says so', 'never', inBerlin, true],
  ] as const)('%s', (_what, ask, visitor, allowed) => {
    expect(mayMeasure({ ask, version: '2' }, visitor)).toBe(allowed)
  })

  it('is off for a browser that sends Global Privacy Control or Do Not Track', () => {
    expect(refusesToBeFollowed({ 'sec-gpc': '1' })).toBe(true)
    expect(refusesToBeFollowed({ dnt: '1' })).toBe(true)
    expect(refusesToBeFollowed({ dnt: '0' })).toBe(false)
  })
})
