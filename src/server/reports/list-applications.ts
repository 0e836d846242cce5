import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ApplicationsQuery, ListedApplication } from '#contract/application.ts'
import type { ApplicationForm } from '#contract/application-form.ts'
import type { Journey } from '#contract/journey.ts'
import { OWN_FORM } from '#server/applications/store.ts'
import { resolveRange } from '#server/counting/resolve-range.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { type ApplicationRow, asApplication, readableAnswers } from './application-row.ts'
import { hiddenApplications, isApplicationHidden, leadOfBrowser } from './hidden-applications.ts'
import {
  afterCursor,
  type Cursor,
  containsText,
  type Page,
  pageOf,
  type RowsPage,
  readCursor,
} from './list-page.ts'
import { COUNTED } from './search-page.ts'

type Query = z.output<typeof ApplicationsQuery>

// How many more than a page holds are read of it at once, as some may count nowhere.
const BEYOND = 50

// Answers in our own form, finished or not.
const ownAnswers = (which: RawBuilder<unknown>) => sql`(
  select id, started_at, updated_at, finished_at, ending, answered, asked, page, visitor_id, answers, words,
    form_version, external_event_id, null::jsonb as told
  from application_responses where ${which})`

// What a form elsewhere told is finished, in its own words, and names no page of ours; what our own told is among the answers.
const answersElsewhere = (which: RawBuilder<unknown>) => sql`(
  select id, submitted_at as started_at, submitted_at as updated_at, submitted_at as finished_at, null::text as ending,
    jsonb_array_length(answers) as answered, jsonb_array_length(answers) as asked, null::text as page,
    null::uuid as visitor_id, '{}'::jsonb as answers, words, null::text as form_version, id as external_event_id,
    answers as told
  from applications where form_id <> ${sql.lit(OWN_FORM)} and ${which})`

/** Those that may be a lead's, by what they are joined to: looked up, whatever everybody else answered. */
function perhapsOf(leadId: string): RawBuilder<unknown>[] {
  const events = sql`any(array(select id from external_events where lead_id = ${leadId}))`
  const browsers = sql`any(array(select visitor_id from lead_captures where lead_id = ${leadId}))`
  return [
    ownAnswers(sql`(external_event_id = ${events} or visitor_id = ${browsers})`),
    answersElsewhere(sql`id = ${events}`),
  ]
}

// Whose an unfinished one is, its browser tells: the lead it became, or gave the email of.
const joined = (response: RawBuilder<unknown>) => sql`${response}
  left join application_forms form on form.version = response.form_version
  left join external_events event on event.id = response.external_event_id
  left join lateral ${leadOfBrowser} capture on true`

const columns = sql`response.id, response.started_at, response.updated_at, response.finished_at, response.ending,
  response.answered, response.asked, response.page, response.visitor_id, response.answers, response.form_version,
  response.external_event_id, response.told`

/** Where the applications of a range that are asked for stand; those of one lead are known by what they are joined to. */
function found(query: Query, now: Date): { places: RawBuilder<unknown>[]; matches: RawBuilder<unknown> } {
  const range = resolveRange(query, now)
  const state =
    query.state === 'all'
      ? sql``
      : query.state === 'finished'
        ? sql`and response.finished_at is not null`
        : sql`and response.finished_at is null`
  const asked = sql`response.updated_at >= ${range.start} and response.updated_at < ${range.end} ${state}
    ${containsText(query.q, [sql.ref('response.words')])}`
  const matches = isOfHidden(query) ? sql`response.id in ${hiddenApplications(asked)}` : asked
  const all = [ownAnswers(sql`true`), answersElsewhere(sql`true`)].map((one) => sql`${one} response`)
  if (query.leadId === undefined) return { places: all, matches }
  if (!isId(query.leadId)) return { places: all, matches: sql`false` }
  return {
    places: perhapsOf(query.leadId).map((one) => joined(sql`${one} response`)),
    matches: sql`${matches} and coalesce(event.lead_id, capture.id) = ${query.leadId}`,
  }
}

const isOfHidden = ({ hidden, leadId }: Query): boolean => hidden === 'true' && leadId === undefined

// What one lead answered is shown with that lead, whether it counts or not; of what is hidden all is hidden.
const isWhole = (query: Query): boolean => query.leadId !== undefined || isOfHidden(query)

/** One page of the applications that count, or of those that do not, by our own form and one elsewhere, who answered last first. */
export async function readApplicationsPage(
  database: Database,
  query: Query,
  now: Date,
): Promise<RowsPage<ListedApplication>> {
  const counted: ApplicationRow[] = []
  const most = query.limit + BEYOND
  let cursor = readCursor(query.cursor)
  do {
    const rows = await readRows(database, query, now, { cursor, most })
    counted.push(...rows.filter((row) => !row.is_hidden))
    const last = rows.at(-1)
    cursor = last && rows.length === most ? { at: last.updated_at, id: last.id } : null
  } while (cursor && counted.length <= query.limit)
  const page = pageOf(counted, query.limit, ({ updated_at: at, id }) => ({ at, id }))
  return { ...page, rows: page.rows.map(asApplication) }
}

async function readRows(
  database: Database,
  query: Query,
  now: Date,
  { cursor, most }: { cursor: Cursor | null; most: number },
): Promise<ApplicationRow[]> {
  const { places, matches } = found(query, now)
  const after = afterCursor(cursor, sql`response.updated_at`, sql`response.id`)
  // Of each place the newest, by its index: both together would be sorted as a whole.
  const newest = places.map(
    (place) => sql`(select ${columns} from ${place} where ${matches} ${after}
      order by response.updated_at desc, response.id desc limit ${most})`,
  )
  // Only what is on the page is joined to what it came from.
  const onPage = sql`(select ${columns} from (${sql.join(newest, sql` union all `)}) response
    order by response.updated_at desc, response.id desc limit ${most}) response`
  const { rows } = await sql<ApplicationRow>`
    select ${columns}, form.form, event.email, event.phone_e164 as phone,
      (select name from leads where leads.id = event.lead_id) as lead_name,
      coalesce(event.lead_id, capture.id) as lead_id,
      coalesce(event.joined_by, case when capture.confirmation = 'open' then 'same-email' end) as joined_by,
      ${isWhole(query) ? sql`false` : isApplicationHidden} as is_hidden
    from ${joined(onPage)} order by response.updated_at desc, response.id desc`.execute(database)
  return rows
}

/** The same with their number in all; that of a search is exact up to `COUNTED`. */
export async function listApplications(
  database: Database,
  query: Query,
  now: Date,
): Promise<Page<ListedApplication>> {
  const page = await readApplicationsPage(database, query, now)
  // All of them are on the page.
  if (query.cursor === undefined && page.next === null) return { ...page, total: page.rows.length }
  const total = query.q === '' ? await countAll(database, query, now) : await countFound(database, query, now)
  const isCapped = query.q !== '' && total > COUNTED
  return { ...page, total: isCapped ? COUNTED : total, isCapped }
}

async function countAll(database: Database, query: Query, now: Date): Promise<number> {
  const { places, matches } = found(query, now)
  const counts = places.map((place) => sql`(select count(*) from ${place} where ${matches})`)
  const hidden = isWhole(query) ? sql`` : sql`- (select count(*) from ${hiddenApplications(matches)} hidden)`
  const { rows } = await sql<{ total: number }>`
    select (${sql.join(counts, sql` + `)} ${hidden})::integer as total`.execute(database)
  return rows[0]?.total ?? 0
}

/** How many a text finds, and no more than tells that there are more than are counted. */
async function countFound(database: Database, query: Query, now: Date): Promise<number> {
  const { places, matches } = found(query, now)
  const counts = isWhole(query) ? sql`true` : sql`not ${isApplicationHidden}`
  const all = places.map((place) => sql`(select ${columns} from ${place} where ${matches})`)
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from (select * from (${sql.join(all, sql` union all `)}) response offset 0) response
      where ${counts} limit ${COUNTED + 1}) one`.execute(database)
  return rows[0]?.total ?? 0
}

type Begun = Pick<ApplicationRow, 'id' | 'updated_at' | 'answered' | 'asked' | 'answers'> & {
  page: string
  form: ApplicationForm
}

/** What these browsers began to answer and left unfinished, oldest first. */
export async function readBegunApplications(
  database: Database,
  visitorIds: string[],
): Promise<Journey['begunApplications']> {
  const { rows } = await sql<Begun>`
    select response.*, form.form from application_responses response
    join application_forms form on form.version = response.form_version
    where response.visitor_id = any(${visitorIds}::uuid[]) and response.finished_at is null
    order by response.updated_at, response.id`.execute(database)
  return rows.map((row) => ({
    id: row.id,
    at: row.updated_at.toISOString(),
    page: row.page,
    answered: row.answered,
    of: row.asked,
    answers: readableAnswers(row.form, row.answers).map(({ question, answer }) => ({ question, answer })),
  }))
}
