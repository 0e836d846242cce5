import { type RawBuilder, sql } from 'kysely'
import { sitePaths } from '#contract/site-paths.ts'
import { isValue } from './counted-values.ts'
import { OTHER } from './named-values.ts'

/** What a block is of: an address or a network, or a page. */
export type BlockedThing = 'address' | 'page'

/** A block that was switched on (`hides`) or off. */
export type BlockChange = { kind: BlockedThing; value: string; hides: boolean }

/** After which row a list goes on: by its order, and by an id where several are alike. */
export type After = { after: string | null; after_id: string | null }

/**
 * One of the lists in which visitors stand that a change may touch: a query of (visitor_id, after, after_id) in an order
 * in which no row ever moves back. A visitor may stand there more than once, and in more than one list; a row without
 * one is passed over.
 */
export type TouchedList = (from: After, limit: RawBuilder<unknown>) => RawBuilder<unknown>

/** All lists of a change, each to be read to its end. What is written after the change was decided by it already. */
export function listsOf({ kind, value, hides }: BlockChange): TouchedList[] {
  if (kind === 'address') return [waitingAt(value), seenAt(value), capturedAt(value)]
  if (!hides) return [hiddenOn(value), capturedOn(value, hides)]
  const counted = [waitingOn(value), countedOn(value, value), capturedOn(value, hides)]
  // On a busy day a page may have had no name of its own.
  return sitePaths.includes(value) ? counted : [...counted, countedOn(value, OTHER)]
}

const is = (address: string, value: string) => sql`address_of(${sql.ref(address)}) <<= address_of(${value})`
const later = ({ after, after_id }: After, columns: RawBuilder<unknown>, type: RawBuilder<unknown>) =>
  after === null ? sql`true` : sql`${columns} > (${after}::text::${type}, ${after_id}::uuid)`
const isNext = ({ after, after_id }: After) =>
  after === null ? sql`true` : sql`visitor_id > ${after_id}::uuid`

/**
 * An address is noted as a visitor's by the rollup; those that still wait for it are read first. Who is rolled up meanwhile
 * stands in the list after it.
 */
const waitingAt =
  (value: string): TouchedList =>
  (from, limit) =>
    sql`
    select distinct visitor_id, '' as after, visitor_id as after_id from pending_visitors
    where ${is('ip_address', value)} and ${isNext(from)} order by visitor_id limit ${limit}`

const seenAt =
  (value: string): TouchedList =>
  (from, limit) =>
    sql`
    select visitor_id, address_of(ip_address)::text as after, visitor_id as after_id from visitor_addresses
    where ${is('ip_address', value)} and ${later(from, sql`(address_of(ip_address), visitor_id)`, sql`inet`)}
    order by address_of(ip_address), visitor_id limit ${limit}`

const capturedAt =
  (value: string): TouchedList =>
  (from, limit) =>
    sql`
    select visitor_id, address_of(ip_address)::text as after, id as after_id from lead_captures
    where ${is('ip_address', value)} and ${later(from, sql`(address_of(ip_address), id)`, sql`inet`)}
    order by address_of(ip_address), id limit ${limit}`

const waitingOn =
  (value: string): TouchedList =>
  (from, limit) =>
    sql`
    select distinct visitor_id, '' as after, visitor_id as after_id from rollup_queue
    where path = ${value} and ${isNext(from)} order by visitor_id limit ${limit}`

/** Who is counted on a page moves on only, to when it was last seen there; or is counted anew, and so decided anew. */
const countedOn =
  (value: string, counted: string): TouchedList =>
  (from, limit) =>
    sql`
    select case when ${counted === value} or exists (
        select from page_views where page_views.visitor_id = own.visitor_id and path = ${value}) then visitor_id end as visitor_id,
      last_at::text as after, visitor_id as after_id
    from visitor_values own
    where value_id = (select id from counted_values value where ${isValue('visitor', 'page', counted)})
      and ${later(from, sql`(last_at, visitor_id)`, sql`timestamptz`)}
    order by last_at, visitor_id limit ${limit}`

const hiddenOn =
  (value: string): TouchedList =>
  (from, limit) =>
    sql`
    select visitor_id, '' as after, visitor_id as after_id from page_views
    where path = ${value} and hidden and ${isNext(from)}
    order by visitor_id limit ${limit}`

const capturedOn =
  (value: string, hides: boolean): TouchedList =>
  (from, limit) =>
    sql`
    select visitor_id, at::text as after, id as after_id from lead_captures
    where slug = ${value} and hidden = ${!hides} and ${later(from, sql`(at, id)`, sql`timestamptz`)}
    order by at, id limit ${limit}`
