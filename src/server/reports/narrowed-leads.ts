import { type RawBuilder, sql } from 'kysely'
import type { LeadsQuery } from '#contract/lead.ts'
import { type EventFilter, isFiltering, isOf } from '#server/counting/narrowed-events.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import type { Spelled } from '#server/counting/source-spellings.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Found, NarrowedList } from './search-page.ts'
import {
  isFoundOrAnswered,
  isLeadLikely,
  isNamedOrAnswered,
  leadIfLikely,
  readNamedLeads,
  whoAnswered,
} from './searched-leads.ts'

/** Which leads a list holds: those of lead forms, those of analytics records only, or both. */
export type LeadSource = 'customer' | 'analytics' | 'both'

/** What a list of leads is asked for, a source in all its spellings. */
export type LeadsFilter = Spelled<AskedLeads>

/** The same as it is asked. */
export type AskedLeads = Omit<LeadsQuery, 'include' | 'hidden' | 'sort' | 'dir'>

/** What a list's query asks of the captures. */
export const filterOf = ({ source, page, campaign, ad }: LeadsFilter): EventFilter => ({
  source,
  page,
  campaign,
  ad,
})

const capturesIn = (range: Range) =>
  sql`capture.lead_id is not null and not capture.hidden and capture.at >= ${range.start} and capture.at < ${range.end}`

/** The condition that a capture is the lead's last one in the range that is of all that is asked for. */
const lastCapture = (filter: EventFilter, range: Range) => sql`
  not exists (select from (select * from lead_captures where lead_id = capture.lead_id and not hidden offset 0) later
    where later.at >= capture.at and later.at < ${range.end} and (later.at > capture.at or later.id > capture.id)
    and ${isOf(filter, 'later', 'slug')})`

const ofSource = (source: LeadSource) =>
  source === 'both' ? sql`` : sql`and lead.capture_source = ${source}`

/** The leads of a range as they are where nothing else is asked for. */
export function leadsIn(range: Range, source: LeadSource, now: Date): Found {
  const id = sql.ref('lead.id')
  // A range that reaches to now needs no look at captures: the newest one tells.
  if (range.end > now)
    return {
      from: sql`leads lead`,
      matches: sql`lead.last_counted_at >= ${range.start} ${ofSource(source)}`,
      at: sql.ref('lead.last_counted_at'),
      id,
    }
  // From the newest capture of the range backwards, each lead at its last one: the first page costs a page.
  return {
    from: sql`lead_captures capture join leads lead on lead.id = capture.lead_id`,
    matches: sql`${capturesIn(range)} and ${lastCapture({}, range)} ${ofSource(source)}`,
    at: sql.ref('capture.at'),
    id,
  }
}

/** The leads of a range that are narrowed by filters, tag, step or text. What is pending is counted already. */
export async function narrowedLeads(
  database: Queryable,
  query: LeadsFilter,
  source: LeadSource,
  range: Range,
  now: Date,
): Promise<NarrowedList> {
  const { q, tag, since } = query
  const isStepAlone =
    since === undefined && tag === undefined && source === 'both' && !isFiltering(filterOf(query))
  const step = isStepAlone ? query.step : undefined
  if (step !== undefined && q === '') return leadsOfStep(step, range, now)
  const named = q === '' ? null : await readNamedLeads(database, q)
  const chosen = chosenLeads(query, named, source, range, now)
  if (step !== undefined) return searchedOfStep(step, q, named, range, now, chosen.few)
  if (named === null || isFiltering(filterOf(query))) return chosen
  return namedOrApplied(query, named, source, range, now, chosen.few)
}

// Looked up row by row, however few the planner expects to be wanted.
const has = ({ tag, step, since }: LeadsFilter, id: RawBuilder<unknown>) => sql`true
  ${tag === undefined ? sql`` : sql`and exists (select from lead_tags tag where tag.lead_id = ${id} and tag.tag_name = ${tag} offset 0)`}
  ${step === undefined ? sql`` : sql`and exists (select from lead_steps step where step.lead_id = ${id} and step.step = ${step} ${since === undefined ? sql`` : sql`and step.at > ${since}::timestamptz`} offset 0)`}
  ${since === undefined || step !== undefined ? sql`` : sql`and exists (select from leads fresh where fresh.id = ${id} and fresh.first_captured_at > ${since}::timestamptz offset 0)`}`

/** All of them in the order of their captures, and by index where they are few. */
function chosenLeads(
  query: LeadsFilter,
  named: string[] | null,
  source: LeadSource,
  range: Range,
  now: Date,
): NarrowedList {
  const filter = filterOf(query)
  const { q, tag, step } = query
  const since = query.since === undefined ? undefined : new Date(query.since)
  const found = sql`true ${ofSource(source)} ${q === '' ? sql`` : sql`and ${isFoundOrAnswered(q)}`}`
  const chosen = sql`true
    ${tag === undefined ? sql`` : sql`and id in (select lead_id from lead_tags where tag_name = ${tag})`}
    ${step === undefined ? sql`` : sql`and id in (select lead_id from lead_steps where step = ${step} ${since === undefined ? sql`` : sql`and at > ${since}`})`}
    ${since === undefined || step !== undefined ? sql`` : sql`and last_counted_at > ${since} and first_captured_at > ${since}`}
    ${q === '' ? sql`` : sql`and id in (select id from leads where ${isLeadLikely(q)} union all ${whoAnswered(q)})`}`
  const plain = leadsIn(range, source, now)
  // Whoever has a tag or reached a step is told by indexes alone.
  const isReadNeeded = q !== '' || source !== 'both' || since !== undefined
  if (range.end > now && !isFiltering(filter))
    return {
      all: plain,
      alias: 'lead',
      joins: sql``,
      wanted: sql`${has(query, sql.ref('lead.id'))} and ${found}`,
      few: {
        ...plain,
        from: isReadNeeded
          ? sql`(select * from leads where ${chosen} offset 0) lead`
          : sql`(select id, last_counted_at from leads where last_counted_at is not null and ${chosen} offset 0) lead`,
        matches: sql`${plain.matches} and ${found}`,
      },
    }
  const isOfAll = isOf(filter, 'capture', 'slug')
  const isOneValue = Object.values(filter).filter((value) => value !== undefined).length === 1
  const isChosenByLead = q !== '' || tag !== undefined || step !== undefined || since !== undefined
  const reached =
    tag === undefined
      ? sql`lead_steps where step = ${step}`
      : sql`lead_tags where tag_name = ${tag} ${step === undefined ? sql`` : sql`and lead_id in (select lead_id from lead_steps where step = ${step})`}`
  return {
    all: {
      from: sql`lead_captures capture`,
      // Indexes hold the captures of one value in the order of their times.
      matches: sql`${capturesIn(range)} and ${isOf(mostSpecific(filter), 'capture', 'slug')}`,
      at: sql.ref('capture.at'),
      id: sql.ref('capture.lead_id'),
    },
    alias: 'capture',
    ...(isOneValue && !isChosenByLead && source === 'both' ? { share: 1 } : {}),
    joins: q === '' && source === 'both' ? sql`` : leadIfLikely(named, q),
    wanted: isOfAll,
    last: {
      isLast: lastCapture(filter, range),
      whose: sql`${has(query, sql.ref('capture.lead_id'))} and ${found}`,
    },
    few: {
      from: isChosenByLead
        ? sql`(${isReadNeeded ? sql`select * from leads where ${chosen}` : sql`select lead_id as id from ${reached}`} offset 0) lead
            cross join lateral (select max(capture.at) as at
              from (select * from lead_captures where lead_id = lead.id offset 0) capture where ${capturesIn(range)} and ${isOfAll}) seen`
        : sql`(select capture.lead_id, max(capture.at) as at from lead_captures capture
            where ${capturesIn(range)} and ${isOfAll} group by 1) seen join leads lead on lead.id = seen.lead_id`,
      matches: sql`seen.at is not null and ${found}`,
      at: sql.ref('seen.at'),
      id: sql.ref('lead.id'),
    },
  }
}

/** Captures are kept in order by step; each lead stands at its last one in the range. */
function capturesOfStep(step: string, range: Range, now: Date): { all: Found; isLast: RawBuilder<unknown> } {
  const isOpen = range.end > now
  return {
    all: {
      from: sql`step_captures capture`,
      matches: sql`capture.step = ${step} and capture.at >= ${range.start} ${isOpen ? sql`` : sql`and capture.at < ${range.end}`}`,
      at: sql.ref('capture.at'),
      id: sql.ref('capture.lead_id'),
    },
    isLast: sql`not exists (
      select from (select * from lead_captures where lead_id = capture.lead_id and not hidden offset 0) later
      where later.at > capture.at ${isOpen ? sql`` : sql`and later.at < ${range.end}`})`,
  }
}

/** The leads that reached a step, whatever else they are. */
function leadsOfStep(step: string, range: Range, now: Date): NarrowedList {
  const { all, isLast } = capturesOfStep(step, range, now)
  return {
    all,
    alias: 'capture',
    joins: sql``,
    share: 1,
    wanted: null,
    last: { isLast, whose: sql`true` },
    few: all,
    isCounted: true,
  }
}

/** Of the leads that reached a step, those whom a text finds. */
function searchedOfStep(
  step: string,
  text: string,
  named: string[] | null,
  range: Range,
  now: Date,
  few: Found,
): NarrowedList {
  const { all, isLast } = capturesOfStep(step, range, now)
  return {
    all,
    alias: 'capture',
    joins: leadIfLikely(named, text),
    wanted: sql`true`,
    last: { isLast, whose: isFoundOrAnswered(text) },
    few,
  }
}

/**
 * The leads that a text finds: whom it names are few, and whoever answered it has applied, so that nobody else is looked
 * through. What is known of each is in an index, and no lead is read.
 */
function namedOrApplied(
  query: LeadsFilter,
  named: string[],
  source: LeadSource,
  range: Range,
  now: Date,
  few: Found,
): NarrowedList {
  const { all, isLast } = capturesOfStep('applied', range, now)
  const id = sql.ref('capture.lead_id')
  return {
    all: {
      ...all,
      // Each in its order, so that they are merged: together all would be sorted.
      from: sql`(
        (select capture.at, capture.lead_id from ${all.from} where ${all.matches} order by 1 desc, 2 desc)
        union all (
          select distinct capture.at, capture.lead_id from lead_captures capture
          where capture.lead_id = any(${named}::uuid[]) and ${capturesIn(range)} and not exists (
            select from step_captures applied
            where applied.step = 'applied' and applied.at = capture.at and applied.lead_id = capture.lead_id)
          order by 1 desc, 2 desc)) capture`,
      matches: sql`true`,
    },
    alias: 'capture',
    joins:
      source === 'both'
        ? sql``
        : sql`cross join lateral (select * from leads where id = ${id} offset 0) lead`,
    wanted: sql`true`,
    last: {
      isLast,
      whose: sql`${has(query, id)} ${ofSource(source)} and ${isNamedOrAnswered(id, named, query.q)}`,
    },
    few,
  }
}

/** Of what a filter asks for, what fewer captures are likely to be of. */
function mostSpecific({ ad, campaign, page, source }: EventFilter): EventFilter {
  if (ad !== undefined) return { ad }
  if (campaign !== undefined) return { campaign }
  return page !== undefined ? { page } : { source }
}
