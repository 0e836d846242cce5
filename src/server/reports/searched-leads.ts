import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { containsText } from './list-page.ts'

// So many leads are looked for by their ids: each row is compared with all of them.
const MOST_NAMED = 50

// Fewer digits are in nearly every number, and in no index.
const FEWEST_DIGITS = 3

/** The digits of a text that is typed as a phone number, or as a part of one. */
function digitsOf(text: string): string | undefined {
  if (!/^[\d\s()+./-]+$/.test(text)) return undefined
  const digits = text.trim().replace(/\(0\)/g, '').replace(/^00/, '').replace(/\D/g, '')
  return digits.length < FEWEST_DIGITS ? undefined : digits
}

/**
 * The condition "the phone number contains these digits", however either is typed; nothing where the text is none.
 * A zero that stands for the country ('030…' of '+49 30…') is looked for behind the country's code.
 */
function orHasDigits(
  text: string,
  { digits, e164 }: { digits: RawBuilder<unknown>; e164: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const asked = digitsOf(text)
  if (asked === undefined) return sql``
  const bare = asked.replace(/^0/, '')
  const isTrunk = bare !== asked && bare.length >= FEWEST_DIGITS
  return sql`or ${digits} like ${`%${asked}%`}
    ${isTrunk ? sql`or (${digits} like ${`%${bare}%`} and ${e164} ~ ${`^\\+\\d{1,3}${bare}`})` : sql``}`
}

const phoneOf = (alias: string) => ({
  digits: sql.ref(`${alias}.phone_digits`),
  e164: sql.ref(`${alias}.phone_e164`),
})

/** The condition that a lead's name, email, phone (or page) contains a text. */
export function isLeadFound(text: string, alias: string, { withPage = true } = {}): RawBuilder<unknown> {
  const names = withPage ? ['name', 'email', 'phone', 'slug'] : ['name', 'email', 'phone']
  const columns = names.map((name) => sql.ref(`${alias}.${name}`))
  return sql`(true ${containsText(text, columns)} ${orHasDigits(text, phoneOf(alias))})`
}

/** The same by index, on `leads`: all who are found, and few others. */
export const isLeadLikely = (text: string): RawBuilder<unknown> => sql`(
  (true ${containsText(text, [sql`(leads.name || ' ' || leads.email || ' ' || leads.phone || ' ' || leads.slug)`])})
  ${orHasDigits(text, phoneOf('leads'))})`

/**
 * The ids of the leads that a text finds by name, email, phone or page; null where they are too many to name, or the text
 * too short for the index.
 */
export async function readNamedLeads(database: Queryable, text: string): Promise<string[] | null> {
  if (!/[\p{L}\p{N}]{3}/u.test(text)) return null
  const { rows } = await sql<{ id: string }>`
    select id from leads where ${isLeadLikely(text)} and ${isLeadFound(text, 'leads')} limit ${MOST_NAMED + 1}`.execute(
    database,
  )
  return rows.length > MOST_NAMED ? null : rows.map(({ id }) => id)
}

/** The leads that answered a text in an application, as a query of their ids. */
export const whoAnswered = (text: string): RawBuilder<unknown> => sql`(
  select event.lead_id as id from applications application join external_events event on event.id = application.id
  where event.lead_id is not null ${containsText(text, [sql.ref('application.words')])})`

/** The condition that a lead answered a text in an application, looked up row by row. */
const hasAnswered = (id: RawBuilder<unknown>, text: string): RawBuilder<unknown> => sql`exists (
  select from external_events event join applications application on application.id = event.id
  where event.lead_id = ${id} ${containsText(text, [sql.ref('application.words')])} offset 0)`

/** The condition that a `lead` is found by a text, or answered it in an application. */
export const isFoundOrAnswered = (text: string): RawBuilder<unknown> =>
  sql`(${isLeadFound(text, 'lead')} or ${hasAnswered(sql.ref('lead.id'), text)})`

/** The condition that a lead is one of those whom a text names, or answered it in an application. */
export const isNamedOrAnswered = (
  id: RawBuilder<unknown>,
  named: string[],
  text: string,
): RawBuilder<unknown> => sql`(${id} = any(${named}::uuid[]) or ${hasAnswered(id, text)})`

/**
 * Joins the `lead` of a `capture`, where it may be found. Most captures that are looked through are of none who is named or
 * answered: their leads are not read.
 */
export const leadIfLikely = (
  named: string[] | null,
  text: string,
): RawBuilder<unknown> => sql`cross join lateral (
  select * from leads where leads.id = capture.lead_id
    ${named === null ? sql`` : sql`and ${isNamedOrAnswered(sql.ref('capture.lead_id'), named, text)}`} offset 0) lead`

/** The condition that a held submit's name, email, phone or page contains a text. */
export const isSubmitFound = (text: string): RawBuilder<unknown> => sql`(
  true ${containsText(text, [sql`name`, sql`email`, sql`phone`, sql`slug`])}
  ${orHasDigits(text, { digits: sql`regexp_replace(phone, '[^0-9]', '', 'g')`, e164: sql`details ->> 'phoneE164'` })})`
