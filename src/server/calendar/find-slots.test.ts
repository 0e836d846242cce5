import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { defaultRules } from '#contract/calendar-hours.ts'
import { countFreeSlots } from './find-slots.ts'

// A Wednesday, before the hours of a calendar that looks no day ahead.
const now = new Date('2026-11-18T04:00:00Z')
const rules = { ...defaultRules('UTC'), horizonDays: 0 }

test('says how many times are free, and why none is, of one reading', async () => {
  // The busy times that each reading finds: a day of them, then none.
  const day = { start: null, from: new Date('2026-11-18T00:00:00Z'), to: new Date('2026-11-19T00:00:00Z') }
  const readings = [[day], []]
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, rows: readings.shift() ?? [] }),
      },
    ],
  })
  expect(await countFreeSlots(database, rules, now)).toEqual({
    freeSlots: 0,
    whyNoneFree: 'The calendar that busy times are read from keeps all of your hours busy.',
  })
  const free = await countFreeSlots(database, rules, now)
  expect([free.freeSlots > 0, free.whyNoneFree]).toEqual([true, null])
})
