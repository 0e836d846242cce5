import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Notes why an external event is known to belong to a person: by what it was found, or that the owner said so. */
export async function notePersonLink(
  transaction: Queryable,
  link: {
    id: string
    personId: string
    eventKind: string
    externalEventId: string
    evidence: Record<string, unknown>
    at: Date
  },
): Promise<void> {
  await sql`
    insert into person_links (id, person_id, kind, value, evidence, at)
    values (${link.id}, ${link.personId}, ${link.eventKind}, ${link.externalEventId}, ${JSON.stringify(link.evidence)},
      ${link.at})`.execute(transaction)
}

/** Ends what tied an external event to a person; that it once did stays on record. */
export async function endPersonLink(
  transaction: Queryable,
  externalEventId: string,
  at: Date,
): Promise<void> {
  await sql`update person_links set undone_at = ${at} where value = ${externalEventId}
    and kind in ('application', 'booking', 'payment', 'call') and undone_at is null`.execute(transaction)
}

/** The person of a lead. */
export async function findPersonOfLead(transaction: Queryable, leadId: string): Promise<string | undefined> {
  const { rows } = await sql<{ person_id: string }>`select person_id from leads where id = ${leadId}`.execute(
    transaction,
  )
  return rows[0]?.person_id
}

/** The same; undefined once they were erased. */
export async function findLivingPerson(transaction: Queryable, leadId: string): Promise<string | undefined> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from leads where id = ${leadId} and erased_at is null`.execute(transaction)
  return rows[0]?.person_id
}
