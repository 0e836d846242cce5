import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { MailRow, MailState, mailsApi } from '#contract/mails.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { afterCursor, type Page, pageOf, readCursor } from './list-page.ts'

type Row = {
  id: string
  purpose: string
  to_email: string
  to_name: string | null
  subject: string
  lead_id: string | null
  state: MailState
  reason: string | null
  failure_kind: string | null
  created_at: Date
  send_after: Date | null
  settled_at: Date | null
  is_kept: boolean
}

const columns = sql`mail.id, mail.purpose, mail.to_email, mail.to_name, mail.subject, mail.state, mail.reason,
  mail.failure_kind, mail.created_at, mail.send_after, mail.settled_at, mail.body_text <> '' as is_kept,
  (select lead.id from leads lead where lead.erased_at is null
    and (lead.email = lower(mail.to_email) or lead.person_id = mail.person_id)
    order by lead.email = lower(mail.to_email) desc, lead.last_captured_at desc limit 1) as lead_id`

const shown = (row: Row): MailRow => ({
  id: row.id,
  purpose: row.purpose,
  to: row.to_email,
  toName: row.to_name,
  subject: row.subject,
  leadId: row.lead_id,
  state: row.state,
  reason: row.reason,
  isUnknownAddress: row.failure_kind === 'refused-recipient',
  createdAt: row.created_at.toISOString(),
  sendAfter: row.send_after?.toISOString() ?? null,
  settledAt: row.settled_at?.toISOString() ?? null,
  isKept: row.is_kept,
})

const ofPerson = (personId: string): RawBuilder<unknown> =>
  isId(personId)
    ? sql`(mail.person_id = ${personId} or mail.to_email = any(array(select email from leads where person_id = ${personId})))`
    : sql`false`

/** Mails to people, newest first. */
export async function listMails(
  database: Database,
  query: z.output<(typeof mailsApi)['GET /api/mails']['input']>,
): Promise<Page<MailRow>> {
  const matches = sql`true
    ${query.state === undefined ? sql`` : sql`and mail.state = ${query.state}`}
    ${query.personId === undefined ? sql`` : sql`and ${ofPerson(query.personId)}`}`
  const { rows } = await sql<Row>`select ${columns} from mails mail
    where ${matches} ${afterCursor(readCursor(query.cursor), sql.ref('mail.created_at'), sql.ref('mail.id'))}
    order by mail.created_at desc, mail.id desc limit ${query.limit + 1}`.execute(database)
  const counted = await sql<{
    count: number
  }>`select count(*) as count from mails mail where ${matches}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.created_at, id: row.id }))
  return { ...page, total: counted.rows[0]?.count ?? 0, rows: page.rows.map(shown) }
}

/** One mail with what it says. */
export async function readMail(database: Database, id: string): Promise<MailRow & { text: string }> {
  const { rows } = isId(id)
    ? await sql<Row & { body_text: string }>`
        select ${columns}, mail.body_text from mails mail where mail.id = ${id}`.execute(database)
    : { rows: [] }
  if (!rows[0]) throw new Refusal('not-found', 'There is no such mail.')
  return { ...shown(rows[0]), text: rows[0].body_text }
}
