import { sql } from 'kysely'
import type { Answers, ApplicationForm, EndingPage } from '#contract/application-form.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Finished } from './sent-again.ts'

/** What somebody answered so far, in which wording of the form. */
export type Response = {
  id: string
  visitorId: string
  version: string
  page: string
  revision: number
  answers: Answers
  /** The same in the words of the form, to be searched. */
  words: string
  answered: number
  asked: number
  at: Date
}

/** Keeps a wording of the form as it was answered; the same one again stays as it is. */
export async function keepForm(
  transaction: Queryable,
  version: string,
  form: ApplicationForm,
  at: Date,
): Promise<void> {
  await sql`insert into application_forms (version, form, first_used_at)
    values (${version}, ${JSON.stringify(form)}, ${at}) on conflict (version) do nothing`.execute(transaction)
}

/** A wording of the form that somebody answered before. */
export async function findForm(database: Queryable, version: string): Promise<ApplicationForm | undefined> {
  const { rows } = await sql<{ form: ApplicationForm }>`
    select form from application_forms where version = ${version}`.execute(database)
  return rows[0]?.form
}

/** Stores what was answered so far, unless something newer is there, it is finished, or it is another browser's. */
export async function saveResponse(transaction: Queryable, response: Response): Promise<void> {
  const { id, visitorId, version, page, revision, answers, words, answered, asked, at } = response
  await sql`
    insert into application_responses (id, visitor_id, form_version, page, revision, answers, words, answered, asked,
      started_at, updated_at)
    values (${id}, ${visitorId}, ${version}, ${page}, ${revision}, ${JSON.stringify(answers)}, ${words}, ${answered}, ${asked},
      ${at}, ${at})
    on conflict (id) do update set form_version = excluded.form_version, revision = excluded.revision,
      answers = excluded.answers, words = excluded.words, answered = excluded.answered, asked = excluded.asked,
      updated_at = greatest(application_responses.updated_at, excluded.updated_at)
    where application_responses.finished_at is null and application_responses.revision < excluded.revision
      and application_responses.visitor_id = excluded.visitor_id`.execute(transaction)
}

/** A response that is stored, locked; undefined where there is none. */
export async function lockResponse(
  transaction: Queryable,
  id: string,
): Promise<{ finished: Finished | null; revision: number } | undefined> {
  const { rows } = await sql<{ finished: Finished | null; revision: number }>`
    select ${asFinished} as finished, revision from application_responses where id = ${id} for update`.execute(
    transaction,
  )
  return rows[0]
}

/** A response that is finished; null where there is none, or none that is. */
export async function findFinished(database: Queryable, id: string): Promise<Finished | null> {
  const { rows } = await sql<{ finished: Finished | null }>`
    select ${asFinished} as finished from application_responses where id = ${id}`.execute(database)
  return rows[0]?.finished ?? null
}

const asFinished = sql`case when ending is not null then
  json_build_object('ending', ending, 'visitorId', visitor_id, 'answers', answers) end`

/** Stores a response as finished, with all that was answered; the caller holds it locked. */
export async function finishResponse(
  transaction: Queryable,
  response: Response,
  finish: { ending: EndingPage; externalEventId: string | null },
): Promise<void> {
  const { id, visitorId, version, page, revision, answers, words, answered, asked, at } = response
  const { ending, externalEventId } = finish
  await sql`
    insert into application_responses (id, visitor_id, form_version, page, revision, answers, words, answered, asked,
      started_at, updated_at, finished_at, ending, external_event_id)
    values (${id}, ${visitorId}, ${version}, ${page}, ${revision}, ${JSON.stringify(answers)}, ${words}, ${answered}, ${asked},
      ${at}, ${at}, ${at}, ${ending}, ${externalEventId})
    on conflict (id) do update set visitor_id = excluded.visitor_id, form_version = excluded.form_version,
      revision = excluded.revision, answers = excluded.answers, words = excluded.words, answered = excluded.answered, asked = excluded.asked,
      updated_at = excluded.updated_at, finished_at = excluded.finished_at, ending = excluded.ending,
      external_event_id = excluded.external_event_id`.execute(transaction)
}

/** What a browser began last and has not finished, from a time on. */
export async function findBegun(
  database: Queryable,
  visitorId: string,
  since: Date,
): Promise<{ responseId: string; revision: number; answers: Answers } | null> {
  const { rows } = await sql<{ responseId: string; revision: number; answers: Answers; isFinished: boolean }>`
    select id as "responseId", revision, answers, finished_at is not null as "isFinished" from application_responses
    where visitor_id = ${visitorId} and updated_at >= ${since} order by updated_at desc, id desc limit 1`.execute(
    database,
  )
  const [newest] = rows
  if (!newest || newest.isFinished) return null
  const { responseId, revision, answers } = newest
  return { responseId, revision, answers }
}

/** Whether an email is the one of a lead of another person than this lead's. */
export async function belongsToOther(database: Queryable, email: string, leadId: string): Promise<boolean> {
  const { rows } = await sql`
    select from leads where email = ${email}
      and person_id <> (select person_id from leads where id = ${leadId})`.execute(database)
  return rows.length > 0
}
