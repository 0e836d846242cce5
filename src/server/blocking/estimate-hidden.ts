import { type RawBuilder, sql } from 'kysely'
import type { BlockPreview } from '#contract/blocking.ts'
import { longestCounted } from '#server/counting/counted-timezones.ts'
import { isValue } from '#server/counting/counted-values.ts'
import { countValue } from '#server/counting/read-values.ts'
import { isKept, readKeptFrom } from '#server/counting/sealed.ts'
import type { Queryable } from '#server/platform/database.ts'

/** A page with more visitors or leads than can be looked at one by one while somebody waits. */
export type BusyPage = { pageViews: number; visitors: number; leads: number }

// So many visitors are looked at one by one.
const MANY = 1000
const ALL_DAYS = {
  start: new Date(0),
  end: new Date('9999-12-31'),
  firstDay: '0001-01-01',
  lastDay: '9999-12-31',
}

/** The numbers of a page over all days where they are many, as far as they are counted. */
export async function readBusyPage(transaction: Queryable, path: string): Promise<BusyPage | undefined> {
  // What is counted for good is not hidden any more.
  const tz = await longestCounted(transaction)
  const counted = await countValue(
    transaction,
    ['visitor', 'lead'],
    { dimension: 'page', value: path },
    { ...ALL_DAYS, tz, firstDay: (await readKeptFrom(transaction, tz)) ?? ALL_DAYS.firstDay },
  )
  if (counted.visitor.people <= MANY && counted.lead.people <= MANY) return undefined
  return {
    pageViews: counted.visitor.events,
    visitors: counted.visitor.people,
    leads: counted.lead.people,
  }
}

/**
 * What blocking a busy page would hide: its views exactly, and as many of its visitors and leads as in a sample of a
 * thousand or so have been nowhere else. The same sample is taken each time.
 */
export async function estimateHidden(
  transaction: Queryable,
  path: string,
  busy: BusyPage,
): Promise<Pick<BlockPreview, 'visitors' | 'pageViews' | 'leads'>> {
  const ofPage = sql`select id from counted_values value where ${isValue('visitor', 'page', path)}`
  const isAlone = await share(sql`
    select not exists (
      select from visitor_activity other where other.visitor_id = one.visitor_id and not hidden and path <> ${path}) as is_alone
    from visitor_values one tablesample system (${percentOf(busy.visitors)}) repeatable (1)
    where value_id in (${ofPage})`)
  const captures = sql`slug = ${path} and lead_id is not null and not hidden and ${isKept(sql`at`)}`
  const isOnlyLead = sql`not exists (
    select from lead_captures other where other.lead_id = one.lead_id and not hidden and slug <> ${path})`
  return {
    pageViews: busy.pageViews,
    visitors: rounded(busy.visitors * isAlone),
    leads: busy.leads <= MANY ? await countLeads() : rounded(busy.leads * (await shareOfLeads())),
  }

  async function countLeads(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(distinct lead_id) as count from lead_captures one where ${captures} and ${isOnlyLead}`.execute(
      transaction,
    )
    return rows[0]?.count ?? 0
  }

  function shareOfLeads(): Promise<number> {
    return share(sql`select ${isOnlyLead} as is_alone
      from lead_captures one tablesample system (${percentOf(busy.leads)}) repeatable (1) where ${captures}`)
  }

  async function share(sample: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ share: number | null }>`
      select avg(is_alone::integer)::float8 as share from (${sample}) one`.execute(transaction)
    return rows[0]?.share ?? 1
  }
}

const percentOf = (people: number): number => Math.min(100, (100 * MANY) / Math.max(1, people))

/** To two digits: such a sample tells no more. */
const rounded = (number: number): number => Number(number.toPrecision(2))
