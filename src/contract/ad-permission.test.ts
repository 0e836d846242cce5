import { describe, expect, it } from 'vitest'
import { adPermission } from './ad-permission.ts'

const unasked = { answer: undefined, timezone: 'America/Denver' }
const inBerlin = { ...unasked, timezone: 'Europe/Berlin' }
const said = (choice: 'granted' | 'refused', version: string) => ({ choice, version })

describe('measuring a visitor’s adverts', () => {
  it.each([
    ['needs no yes outside the region', 'region', unasked, 'granted'],
    ['needs a yes in the region', 'region', inBerlin, 'unasked'],
    ['needs a yes where the timezone is unknown', 'region', { ...unasked, timezone: null }, 'unasked'],
    ['is allowed by a yes', 'region', { ...inBerlin, answer: said('granted', '2') }, 'granted'],
    [
      'asks again after a yes to older words',
      'region',
      { ...inBerlin, answer: said('granted', '1') },
      'unasked',
    ],
    [
      'stays forbidden by a no to older words',
      'never',
      { ...unasked, answer: said('refused', '1') },
      'refused',
    ],
    ['needs a yes everywhere where the owner says so', 'always', unasked, 'unasked'],
    ['needs none anywhere where the owner says so', 'never', inBerlin, 'granted'],
  ] as const)('%s', (_what, ask, visitor, permission) => {
    expect(adPermission({ ask, version: '2' }, visitor)).toBe(permission)
  })
})
