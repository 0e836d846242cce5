import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** By what the mails to one person are found. */
type Reader = { personId: string; emails: string[] }

const toReader = ({ personId, emails }: Reader) =>
  sql`(person_id = ${personId} or lower(to_email) = any(${emails}::text[]))`

/** The ids of the mails to one person. */
export async function findMails(database: Queryable, reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from mails where ${toReader(reader)}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Takes every mail to a person away, sent or not, and what is known of their mailbox. */
export async function eraseMails(transaction: Queryable, reader: Reader): Promise<void> {
  await sql`delete from mails where ${toReader(reader)}`.execute(transaction)
  await sql`delete from mail_suppressions where email = any(${reader.emails}::text[])`.execute(transaction)
}
