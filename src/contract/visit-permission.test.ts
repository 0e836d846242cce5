import { describe, expect, it } from 'vitest'
import { visitPermission } from './visit-permission.ts'

const berlin = { answer: undefined, timezone: 'Europe/Berlin', signalsNo: false }
const denver = { ...berlin, timezone: 'America/Denver' }
const rules = { ask: 'region', version: 'v1' } as const
const yes = { choice: 'granted', version: 'v1' } as const
const no = { choice: 'refused', version: 'v1' } as const

describe('remembering a visit', () => {
  it.each([
    ['nobody is asked elsewhere', rules, denver, 'granted'],
    ['a signal is about adverts elsewhere', rules, { ...denver, signalsNo: true }, 'granted'],
    ['a no holds everywhere', rules, { ...denver, answer: no }, 'refused'],
    ['a no outlives its words', { ...rules, version: 'v2' }, { ...berlin, answer: no }, 'refused'],
    ['the law asks first', rules, berlin, 'unasked'],
    ['a browser without a timezone is asked', rules, { ...berlin, timezone: '' }, 'unasked'],
    ['a yes counts', rules, { ...berlin, answer: yes }, 'granted'],
    ['a yes to other words does not', { ...rules, version: 'v2' }, { ...berlin, answer: yes }, 'unasked'],
    ['a signal is a no where it is asked', rules, { ...berlin, signalsNo: true }, 'refused'],
    ['a signal outweighs a yes', rules, { ...berlin, answer: yes, signalsNo: true }, 'refused'],
    ['the owner asks everybody', { ...rules, ask: 'always' }, denver, 'unasked'],
    ['the owner asks nobody', { ...rules, ask: 'never' }, berlin, 'granted'],
  ] as const)('%s', (_what, how, visitor, permission) => {
    expect(visitPermission(how, visitor)).toBe(permission)
  })
})
