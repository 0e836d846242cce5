import { type RawBuilder, sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { gatherCheckedEvents, openCheckedEvents, portionsOfPeople, withinPortion } from './checked-events.ts'
import { recountAll } from './recount-portion.ts'
import { readRecounting } from './recount-queue.ts'
import { rollUpPending } from './roll-up.ts'
import { isPending, rollUpAll } from './roll-up-portion.ts'
import { sealedSums } from './seal-sums.ts'
import { holdingWriters } from './store.ts'
import { type Check, checksOfPeople } from './verify-people.ts'
import { type Sum, valueSums } from './verify-values.ts'

/** One number that is not what the raw events say. */
export type Difference = { what: string; where: string; stored: number; counted: number }

/** So many visitors and leads are counted at once: what they did is sorted in memory. */
const PORTION = 20_000
/** So many differences are told of one check. */
const TOLD = 50

/**
 * Recounts every rollup from the raw events and the blocks, trusting none of the flags kept for speed, and what is
 * counted for good by its sums, and returns what differs (of each check the first 50). An empty list means that cards,
 * lists and charts tell the truth. What waits is counted before. People are gone through in portions of `portion`, all
 * of them as they were at one moment.
 */
export async function verifyReports(
  database: Database,
  say: (line: string) => void = () => {},
  { portion = PORTION }: { portion?: number } = {},
): Promise<Difference[]> {
  for (;;) {
    const recounting = await readRecounting(database)
    if (recounting)
      say(
        `What was hidden or brought back is counted first: ${recounting.of - recounting.done} visitors wait.`,
      )
    await recountAll(database)
    await rollUpPending(database, { patiently: true, onlyWhatWaits: true })
    const differences = await findDifferences(database, say, portion)
    if (differences) return differences
  }
}

/** What differs now; undefined where something came meanwhile, or was hidden, that is not counted yet. */
function findDifferences(
  database: Database,
  say: (line: string) => void,
  size: number,
): Promise<Difference[] | undefined> {
  return holdingWriters(database, async (connection, letGo) => {
    // Counted in the transaction that compares, it would be open for all that time to whoever counts meanwhile.
    await connection.transaction().execute(rollUpAll)
    const oneMoment = connection.transaction().setIsolationLevel('repeatable read')
    return oneMoment.execute(async (transaction) => {
      // The first statement is the moment. Steps of leads and the log come without the lock of whoever stores events.
      const isBehind = (await readRecounting(transaction)) !== null || (await isPending(transaction))
      await letGo(transaction)
      if (isBehind) return undefined
      await sql`set local jit = off`.execute(transaction)
      // What a portion is sorted and added up in.
      await sql`set local work_mem = '32MB'`.execute(transaction)
      // Portions are analyzed one by one; a rough idea is enough.
      await sql`set local default_statistics_target = 10`.execute(transaction)
      const zones = await sql<{ name: Timezone }>`
        select name from counted_timezones where counted_at is not null order by id`.execute(transaction)
      const sums = valueSums(zones.rows.map(({ name }) => name))
      const found: Difference[] = []
      await openCheckedEvents(transaction)
      await openSums(transaction)
      const portions = await portionsOfPeople(transaction, size)
      for (const [index, portion] of portions.entries()) {
        const isWithin = withinPortion(portion)
        await gatherCheckedEvents(transaction, isWithin)
        for (const check of checksOfPeople(isWithin)) found.push(...(await compare(transaction, check)))
        for (const [place, { counted }] of sums.entries())
          await addToSums(transaction, place, 'counted', counted(isWithin))
        const tenths = Math.floor((10 * (index + 1)) / portions.length)
        if (portions.length > 1 && tenths > Math.floor((10 * index) / portions.length))
          say(`Counted anew: ${tenths * 10} % of all visitors and leads.`)
      }
      found.push(...(await compareSums(transaction, sums)))
      for (const check of checks) found.push(...(await compare(transaction, check)))
      return atMostOfEach(found, TOLD)
    })
  })
}

async function compare(transaction: Queryable, [what, stored, counted]: Check): Promise<Difference[]> {
  const { rows } = await sql<{ where: string; stored: number; counted: number }>`
    with stored as materialized (${stored}), counted as materialized (${counted})
    select concat_ws(' ', id, place) as "where", coalesce(stored.number, 0)::bigint as stored,
      coalesce(counted.number, 0)::bigint as counted
    from stored full join counted using (id, place)
    where coalesce(stored.number, 0) <> coalesce(counted.number, 0) order by id, place limit ${TOLD}`.execute(
    transaction,
  )
  return rows.map((row) => ({ what, ...row }))
}

function atMostOfEach(found: Difference[], most: number): Difference[] {
  const told = new Map<string, number>()
  return found.filter(({ what }) => {
    const before = told.get(what) ?? 0
    told.set(what, before + 1)
    return before < most
  })
}

/** Makes the connection's own table of what is stored and what portions add to the counted, for as long as the transaction goes on. */
async function openSums(transaction: Queryable): Promise<void> {
  await sql`create temporary table checked_sums (what smallint, kind text, dimension text, within integer, value integer,
    at timestamp, part text, stored bigint, counted bigint) on commit drop`.execute(transaction)
}

async function addToSums(
  transaction: Queryable,
  what: number,
  column: 'stored' | 'counted',
  numbers: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into checked_sums (what, kind, dimension, within, value, at, part, ${sql.ref(column)})
    select ${what}::smallint, kind, dimension, within, value, at, part, number from (${numbers}) one`.execute(
    transaction,
  )
}

async function compareSums(transaction: Queryable, sums: Sum[]): Promise<Difference[]> {
  for (const [index, { stored, sealed }] of sums.entries()) {
    await addToSums(transaction, index, 'stored', stored)
    if (sealed) await addToSums(transaction, index, 'counted', sealed)
  }
  const { rows } = await sql<{ what: number; where: string; stored: number; counted: number }>`
    select what, jsonb_build_array(kind, dimension, within_text.text, value_text.text)::text || ' ' || at || ' ' || part as "where",
      stored, counted
    from (
      select what, kind, dimension, within, value, at, part, coalesce(sum(stored), 0)::bigint as stored,
        coalesce(sum(counted), 0)::bigint as counted
      from checked_sums group by 1, 2, 3, 4, 5, 6, 7 having coalesce(sum(stored), 0) <> coalesce(sum(counted), 0)
    ) sum
    left join checked_texts within_text on within_text.number = within
    left join checked_texts value_text on value_text.number = value
    order by 1, 2 limit ${TOLD * sums.length}`.execute(transaction)
  return rows.map(({ what, ...row }) => ({ what: sums[what]?.what ?? '', ...row }))
}

const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** What is checked whole. */
const checks: Check[] = [
  [
    'sealed months',
    sql`select ${none} as id, concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'rows') as place, number from sealed_months
    union all select ${none} as id, concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'sum'), checksum from sealed_months`,
    sql`select ${none} as id, concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'rows') as place, number from (${sealedSums}) one
    union all select ${none} as id, concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'sum'), checksum from (${sealedSums}) one`,
  ],
  [
    'rule executions by rule, tag and outcome',
    sql`select ${none} as id, concat_ws(' ', rule_id, tag_name, status) as place, sum(count) as number from log_counts
      where rule_id in (select id from auto_tag_rules) group by 2`,
    sql`select ${none} as id, concat_ws(' ', rule_id, tag_name, status) as place, count(*) as number from auto_tag_logs
      where rule_id is not null group by 2`,
  ],
]
