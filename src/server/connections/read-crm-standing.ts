import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { notFailing, type Standing } from './standing.ts'

type Row = Pick<Standing, 'failingSince' | 'kind' | 'reason' | 'lastSuccessAt' | 'waiting' | 'parked'>

/**
 * How the CRM stands, from the leads' deliveries. It fails while something failed after the last success: a single
 * lead that it will not take says nothing about the others.
 */
export async function readCrmStanding(database: Queryable, isConnected: boolean): Promise<Standing> {
  const { rows } = await sql<Row>`
    with success as (
      select greatest((select crm_delivered_at from leads where crm_delivered_at is not null
          order by crm_delivered_at desc limit 1),
        (select max(done_at) from crm_erasures where state = 'done')) as at
    ), failing as (
      select crm_failing_since as since, crm_failure_kind as kind, crm_reason as reason from leads
        where crm_state = 'failing' and erased_at is null
      union all select failing_since, failure_kind, reason from crm_erasures where state = 'failing'
    ), since_success as (
      select since, kind, reason from failing, success where success.at is null or since > success.at
    )
    select (select min(since) from since_success) as "failingSince",
      (select kind from since_success order by since desc limit 1) as kind,
      (select reason from since_success order by since desc limit 1) as reason,
      (select at from success) as "lastSuccessAt",
      (select count(*) from (
        select id from leads where crm_state in ('failing', 'parked') and crm_state = 'failing' and erased_at is null
        union select id from leads where crm_state = 'waiting' and erased_at is null
        union select lead_id from lead_tags where state = 'waiting'
        union all select id from crm_erasures where state <> 'done' and state <> 'parked'
      ) waiting)::integer as waiting,
      ((select count(*) from leads where crm_state in ('failing', 'parked') and crm_state = 'parked')
        + (select count(*) from crm_erasures where state <> 'done' and state = 'parked'))::integer as parked`.execute(
    database,
  )
  const [row] = rows
  if (!row) throw new Error('the CRM’s ledger gave no row')
  return { vendor: 'crm', isConnected, ...row, ...(isConnected ? {} : notFailing) }
}
