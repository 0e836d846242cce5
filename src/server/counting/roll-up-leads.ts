import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { countAdPeople } from './ad-people.ts'
import { adOf, campaignOf } from './counted-values.ts'
import { gatherEvents } from './gathered-events.ts'
import { isKept } from './sealed.ts'
import { addToValues } from './value-counts-store.ts'

/**
 * Counts leads anew of which anything changed: takes back what they stood for in the counts and adds what they stand
 * for now. A lead stands for its counted captures, once as a lead and once for each step it reached; those that are
 * counted for good stay as they were counted.
 */
export async function rollUpLeads(transaction: Queryable, limit: number): Promise<void> {
  await sql`create temporary table if not exists changed_leads (lead_id uuid primary key, captures jsonb, steps text[])
    on commit delete rows`.execute(transaction)
  await sql`create temporary table if not exists taken_leads (lead_id uuid primary key) on commit delete rows`.execute(
    transaction,
  )
  await sql`truncate changed_leads, taken_leads`.execute(transaction)
  const { numAffectedRows: taken } = await sql`
    with taken as (
      delete from pending_leads where ctid = any(array(select ctid from pending_leads limit ${limit})) returning lead_id
    )
    insert into taken_leads select distinct lead_id from taken`.execute(transaction)
  if (!taken) return
  await sql`analyze taken_leads`.execute(transaction)
  await countAdPeople(transaction, sql`select lead_id from taken_leads`)
  const { numAffectedRows } = await sql`
    insert into changed_leads (lead_id, captures, steps)
    select lead_id, captures, steps from taken_leads one
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('at', at, 'path', slug, 'source', source,
        'campaign', ${campaignOf(sql`attribution`)}, 'ad', ${adOf(sql`attribution`)}) order by at, id), '[]') as captures
      from lead_captures capture where capture.lead_id = one.lead_id and not hidden
    ) counted
    cross join lateral (
      select coalesce(array_agg(step order by step), '{}') as steps from lead_steps step where step.lead_id = one.lead_id
    ) reached
    where not exists (select from counted_leads state where state.lead_id = one.lead_id
      and state.captures = counted.captures and state.steps = reached.steps)`.execute(transaction)
  if (!numAffectedRows) return
  const before = sql`counted_leads state join changed_leads using (lead_id)`
  const now = sql`changed_leads state`
  await gatherEvents(transaction, leadsAsEvents(sql`state`, before, isKept), { sign: -1 })
  await gatherEvents(transaction, leadsAsEvents(sql`state`, now, isKept), { besides: true })
  await addToValues(transaction, { areAll: true, takesBack: true })
  await sql`delete from step_captures using (${stepsOf(sql`state`, before)}) one
    where step_captures.step = one.step and step_captures.at = one.at and step_captures.lead_id = one.lead_id`.execute(
    transaction,
  )
  await sql`insert into step_captures (step, at, lead_id) ${stepsOf(sql`state`, sql`changed_leads state`)}`.execute(
    transaction,
  )
  await sql`insert into counted_leads (lead_id, captures, steps) select lead_id, captures, steps from changed_leads
    on conflict (lead_id) do update set captures = excluded.captures, steps = excluded.steps`.execute(
    transaction,
  )
}

/** Leads as events to be gathered, from rows of `counted_leads` or of the same shape: one for each kind and capture that `isMeant` by its time. */
export const leadsAsEvents = (
  state: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  isMeant: (at: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select kind, lead_id, at, path, source, campaign, ad, null, null, null, 1
  from ${from} cross join lateral jsonb_to_recordset(${state}.captures)
    as capture (at timestamptz, path text, source text, campaign text, ad text)
  cross join lateral unnest(array['lead'] || ${state}.steps) kind where ${isMeant(sql`at`)}`

const stepsOf = (state: ReturnType<typeof sql>, from: ReturnType<typeof sql>) => sql`
  select distinct step, (capture ->> 'at')::timestamptz as at, lead_id
  from ${from} cross join lateral jsonb_array_elements(${state}.captures) capture
  cross join lateral unnest(${state}.steps) step`
