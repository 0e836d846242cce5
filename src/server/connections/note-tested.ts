import { sql } from 'kysely'
import { endCrmReadingPause } from '#server/crm-outcomes/reading-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { wasGivenUp } from './connection-status.ts'

/**
 * Notes that the CRM took a test: what was given up before says nothing of it any more, and reading that was refused need not
 * rest. What waits is still to show that it goes through.
 */
export async function noteCrmTested(database: Queryable): Promise<void> {
  // Each names its state twice: as the partial index does, and the one that is meant.
  await sql`update leads set crm_failing_since = null
    where crm_state in ('failing', 'parked') and crm_state = 'parked' and crm_failing_since is not null
      and ${wasGivenUp('crm_failure_kind')}`.execute(database)
  await sql`update crm_erasures set failing_since = null
    where state <> 'done' and state = 'parked' and ${wasGivenUp('failure_kind')}`.execute(database)
  await endCrmReadingPause(database)
}

/** The same of the way by which alerts go out; the mail server takes mails to people as well. */
export async function noteChannelTested(database: Queryable, channel: 'email' | 'webhook'): Promise<void> {
  await sql`update alerts set failing_since = null
    where channel = ${channel} and state = 'parked' and failing_since is not null
      and ${wasGivenUp('failure_kind')}`.execute(database)
  if (channel === 'email')
    await sql`update mails set failing_since = null
      where state = 'failed' and failing_since is not null and ${wasGivenUp('failure_kind')}`.execute(
      database,
    )
}
