import { expect, test } from 'vitest'
import {
  endReadingTurn,
  hurryReading,
  keepReading,
  keepReadingTurn,
  noteAccount,
  notePlan,
  noteRead,
  noteReadingFails,
  readReading,
  restReading,
  takeReadingTurn,
} from '#server/ads/reading-store.ts'
import { openFreshDatabase } from '#support/open-for-test.ts'

const account = { id: '1', name: 'Ada’s ads', currency: 'USD', timezone: 'America/Los_Angeles' }
const today = { from: '2026-11-18', to: '2026-11-18' }
const at = (minute: number) => new Date(Date.parse('2026-11-18T20:00:00Z') + minute * 60_000)

test('a process that was too slow notes nothing over what the next one found', async () => {
  const database = await openFreshDatabase()
  expect(await takeReadingTurn(database, 'slow', at(0), at(5))).toBe(true)
  await noteAccount(database, 'slow', account)
  await notePlan(database, 'slow', { nightlyOn: '2026-11-18', hourlyAt: at(0), reading: { todo: [today] } })
  expect(await takeReadingTurn(database, 'next', at(4), at(9))).toBe(false)

  expect(await takeReadingTurn(database, 'next', at(6), at(11))).toBe(true)
  const planned = { todo: [{ from: '2026-11-11', to: '2026-11-18' }] }
  await notePlan(database, 'next', { hourlyAt: at(6), reading: planned })
  const trouble = { kind: 'refused-credentials', reason: 'Meta does not accept the token.' } as const
  await noteReadingFails(database, 'next', { ...trouble, at: at(6), until: at(66) })
  const found = await readReading(database)
  expect(found).toMatchObject({ ...trouble, failing_since: at(6), paused_until: at(66), report: planned })

  // The slow one comes to the end of its step.
  const read = { at: at(7), days: today, reading: { todo: [] }, refusedRows: 0, refusedReason: null }
  await noteRead(database, 'slow', read)
  await keepReading(database, 'slow', { todo: [] })
  await notePlan(database, 'slow', { backTo: '2026-10-01', reading: { todo: [] } })
  await noteAccount(database, 'slow', { ...account, id: '2' })
  expect(await keepReadingTurn(database, 'slow', at(7), at(12))).toBe(false)
  await endReadingTurn(database, 'slow')
  expect(await readReading(database)).toEqual(found)
})

test('a report that was ordered by another token is ordered anew', async () => {
  const database = await openFreshDatabase()
  await takeReadingTurn(database, 'one', at(0), at(5))
  await keepReading(database, 'one', { todo: [today], reportId: '9001', orderedAt: at(0).toISOString() })
  await hurryReading(database)
  expect((await readReading(database)).report).toEqual({ todo: [today] })
})

test('a turn and a rest that were dated while the clock was a year ahead keep nobody from reading', async () => {
  const database = await openFreshDatabase()
  const aYear = 365 * 24 * 60
  expect(await takeReadingTurn(database, 'killed', at(aYear), at(aYear + 5))).toBe(true)
  expect(await takeReadingTurn(database, 'next', at(0), at(5))).toBe(true)

  await restReading(database, 'next', at(aYear + 60))
  await endReadingTurn(database, 'next')
  expect(await takeReadingTurn(database, 'after', at(1), at(6))).toBe(true)
  expect(await keepReadingTurn(database, 'after', at(2), at(7))).toBe(true)
  await restReading(database, 'after', at(60))
  await endReadingTurn(database, 'after')
  expect(await takeReadingTurn(database, 'later', at(3), at(8))).toBe(false)
})
