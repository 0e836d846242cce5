import { expect, test } from 'vitest'
import {
  endTurn,
  keepPlan,
  noteAnswers,
  noteFails,
  noteLocation,
  noteRead,
  readHalf,
  rest,
  switchHalf,
  takeTurn,
} from '#server/crm-outcomes/reading-store.ts'
import { openFreshDatabase } from '#support/open-for-test.ts'

const at = (minute: number) => new Date(Date.parse('2026-11-18T20:00:00Z') + minute * 60_000)

test('a process that was too slow to read the CRM notes nothing over what the next one found', async () => {
  const database = await openFreshDatabase()
  const take = (turn: string, minute: number) =>
    takeTurn(database, 'calls', turn, { now: at(minute), until: at(minute + 5) })
  await switchHalf(database, 'calls', { isOn: true, at: at(0) })
  expect(await take('slow', 0)).toBe(true)
  await noteLocation(database, 'calls', 'slow', 'a location')
  expect(await take('next', 4)).toBe(false)

  expect(await take('next', 6)).toBe(true)
  await keepPlan(database, 'calls', 'next', { place: 3 })
  const trouble = { kind: 'refused-credentials', reason: 'The CRM does not accept the token.' } as const
  await noteFails(database, 'calls', 'next', { ...trouble, at: at(6), until: at(66), lacksScope: false })
  const found = await readHalf(database, 'calls')
  expect(found).toMatchObject({ ...trouble, failures: 1, failing_since: at(6), plan: { place: 3 } })

  // The slow one comes to the end of its step.
  await noteAnswers(database, 'calls', 'slow')
  await keepPlan(database, 'calls', 'slow', { place: 1 })
  await noteRead(database, 'calls', 'slow', { at: at(7), nextAt: at(17), notRead: 0, notReadReason: null })
  await noteLocation(database, 'calls', 'slow', 'another location')
  await noteFails(database, 'calls', 'slow', { ...trouble, at: at(7), until: at(9), lacksScope: true })
  await rest(database, 'calls', 'slow', at(8))
  await endTurn(database, 'calls', 'slow')
  expect(await readHalf(database, 'calls')).toEqual(found)
})

test('a turn and a rest that were dated while the clock was a year ahead keep nobody from reading', async () => {
  const database = await openFreshDatabase()
  const aYear = 365 * 24 * 60
  const take = (turn: string, minute: number) =>
    takeTurn(database, 'calls', turn, { now: at(minute), until: at(minute + 5) })
  await switchHalf(database, 'calls', { isOn: true, at: at(0) })
  expect(await take('killed', aYear)).toBe(true)
  expect(await take('next', 0)).toBe(true)

  await rest(database, 'calls', 'next', at(aYear + 60))
  await endTurn(database, 'calls', 'next')
  expect(await take('after', 1)).toBe(true)
  expect(await readHalf(database, 'calls')).toMatchObject({ paused_until: null })
  // What the CRM allows a day is used up for most of one.
  await rest(database, 'calls', 'after', at(23 * 60))
  await endTurn(database, 'calls', 'after')
  expect(await take('later', 2)).toBe(false)
})
