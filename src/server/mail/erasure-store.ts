import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** By what the mails to one person, and those about them to the coach, are found. */
type Mailed = { personId: string; emails: string[]; keyPrefixes: string[] }

const ofPerson = ({ personId, emails, keyPrefixes }: Mailed) =>
  sql`(person_id = ${personId} or lower(to_email) = any(${emails}::text[]) or key ^@ any(${keyPrefixes}::text[]))`

/** The ids of the mails to one person and about them. */
export async function findMails(database: Queryable, mailed: Mailed): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from mails where ${ofPerson(mailed)}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Takes every mail to a person and about them away, sent or not, and what is known of their mailbox. */
export async function eraseMails(transaction: Queryable, mailed: Mailed): Promise<void> {
  await sql`delete from mails where ${ofPerson(mailed)}`.execute(transaction)
  await sql`delete from mail_suppressions where email = any(${mailed.emails}::text[])`.execute(transaction)
}
