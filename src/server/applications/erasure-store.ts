import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { campaignOnly, type PersonTraces } from '#server/tracking/person-traces.ts'

/** Empties applications of what was answered; that there was one stays. */
export async function eraseApplications(transaction: Queryable, externalEventIds: string[]): Promise<void> {
  await sql`update applications set answers = '[]', hidden = '{}', attribution = ${campaignOnly(sql`attribution`)}
    where id = any(${externalEventIds}::uuid[])`.execute(transaction)
}

/**
 * The condition on `application_responses` that one is the person's. An answer that is an email of theirs is theirs,
 * whatever browser it was typed in.
 */
export const isResponseOf = (who: PersonTraces, externalEventIds: string[]): RawBuilder<unknown> => sql`(
  visitor_id = any(${who.visitorIds}::uuid[]) or external_event_id = any(${externalEventIds}::uuid[])
  or exists (select from jsonb_each(answers) where lower(value #>> '{}') = any(${who.emails}::text[])))`

/** Takes a person out of the application form: what they left unfinished goes, of what they finished stays that it was. */
export async function eraseResponses(
  transaction: Queryable,
  who: PersonTraces,
  externalEventIds: string[],
): Promise<void> {
  const theirs = isResponseOf(who, externalEventIds)
  await sql`delete from application_responses where finished_at is null and ${theirs}`.execute(transaction)
  await sql`update application_responses set answers = '{}', words = '' where ${theirs}`.execute(transaction)
}
