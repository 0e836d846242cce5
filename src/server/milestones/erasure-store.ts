import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { type PersonTraces, placeOnly } from '#server/tracking/person-traces.ts'

/** The condition on `milestones` that one was reached by the person, or tells their email or phone. */
export const isMilestoneOf = (who: PersonTraces): RawBuilder<unknown> => sql`(
  visitor_id = any(${who.visitorIds}::uuid[]) or lead_id = any(${who.leadIds}::uuid[])
  or evidence ->> 'email' = any(${who.emails}::text[]) or evidence ->> 'phone' = any(${who.phones}::text[]))`

/** Takes the person out of what they reached; that somebody reached it stays. */
export async function eraseMilestones(transaction: Queryable, who: PersonTraces): Promise<void> {
  await sql`update milestones set evidence = ${placeOnly(sql`evidence`)},
      key = case when key like '%@%' or key like 'completion %' then id::text else key end
    where ${isMilestoneOf(who)}`.execute(transaction)
}
