import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** How many of one kind of work stand in one state. */
export type WaitingWork = { kind: string; state: string; count: number }

/** What waits in the database, and what was set aside. */
export type Queues = {
  uncounted: number
  oldestUncountedAt: Date | null
  setAside: number
  work: WaitingWork[]
}

/** Reads how much waits or was set aside. Only what is open is counted, by index: what is done may be millions. */
export async function readQueues(database: Queryable): Promise<Queues> {
  const { rows: counting } = await sql<{ uncounted: number; oldest: Date | null; aside: number }>`
    select count(*) as uncounted, min(at) as oldest, (select count(*) from set_aside_events) as aside
    from rollup_queue`.execute(database)
  const { rows: work } = await sql<WaitingWork>`
    select 'crm' as kind, 'waiting' as state, count(*) as count from leads where crm_state = 'waiting'
    union all select 'crm', 'failing', count(*) from leads
      where crm_state in ('failing', 'parked') and crm_state = 'failing'
    union all select 'crm', 'parked', count(*) from leads
      where crm_state in ('failing', 'parked') and crm_state = 'parked'
    union all select 'tag', 'waiting', count(*) from lead_tags where state = 'waiting'
    union all select 'tag', 'parked', count(*) from lead_tags where state = 'parked'
    union all select 'advert', 'waiting', count(*) from ad_events where state = 'waiting'
    union all select 'advert', 'parked', count(*) from ad_events where state = 'parked'
    union all select 'mail', 'waiting', count(*) from mails where state = 'waiting'
    union all select 'mail', 'failed', count(*) from mails where state = 'failed'
    union all select 'alert', alert.state, count(open.id) from (values ('waiting'), ('parked')) alert (state)
      left join alerts open on open.state = alert.state and open.state in ('waiting', 'parked') group by alert.state
    union all select 'webhook', delivery.state, count(open.id) from (values ('waiting'), ('parked')) delivery (state)
      left join webhook_deliveries open on open.state = delivery.state and open.state <> 'done' group by delivery.state
    union all select 'call', 'waiting', count(*) from call_requests where state = 'waiting' and state <> 'sent'
    union all select 'call', 'parked', count(*) from call_requests where state = 'parked' and state <> 'sent'`.execute(
    database,
  )
  const [row] = counting
  return {
    uncounted: row?.uncounted ?? 0,
    oldestUncountedAt: row?.oldest ?? null,
    setAside: row?.aside ?? 0,
    work,
  }
}

/** One kind of job in the queue: how many stand in each state, and when one was last done. */
export type JobKind = {
  name: string
  waiting: number
  retrying: number
  active: number
  lastDoneAt: Date | null
  lastFailedAt: Date | null
}

/** Reads the queue's jobs by kind. Done ones are kept for a day, so an older last run is not known. */
export async function readJobs(database: Queryable): Promise<JobKind[]> {
  const { rows } = await sql<JobKind>`
    select queue.name, open.waiting, open.retrying, open.active,
      (select max(completed_on) from jobs.job where job.name = queue.name and state = 'completed') as "lastDoneAt",
      open.failed as "lastFailedAt"
    from jobs.queue queue cross join lateral (
      select count(*) filter (where state = 'created') as waiting, count(*) filter (where state = 'retry') as retrying,
        count(*) filter (where state = 'active') as active,
        max(started_on) filter (where state = 'retry') as failed
      from jobs.job where job.name = queue.name and state <= 'active'
    ) open
    where queue.name not like '\\_\\_%' order by queue.name`.execute(database)
  return rows
}
