import { sql } from 'kysely'
import type { NextStep } from '#contract/next-step.ts'
import type { Note } from '#contract/notes.ts'
import type { Queryable } from '#server/platform/database.ts'

type Row = { id: string; text: string; written_at: Date; changed_at: Date | null }

const asNote = ({ id, text, written_at, changed_at }: Row): Note => ({
  id,
  text,
  writtenAt: written_at.toISOString(),
  changedAt: changed_at?.toISOString() ?? null,
})

/** The notes of a lead, newest first. */
export async function readNotes(database: Queryable, leadId: string): Promise<Note[]> {
  const { rows } = await sql<Row>`select id, text, written_at, changed_at from lead_notes
    where lead_id = ${leadId} order by written_at desc, id desc`.execute(database)
  return rows.map(asNote)
}

/** One note of a lead; undefined where it is not there. */
export async function readNote(database: Queryable, leadId: string, id: string): Promise<Note | undefined> {
  const { rows } = await sql<Row>`select id, text, written_at, changed_at from lead_notes
    where lead_id = ${leadId} and id = ${id}`.execute(database)
  return rows[0] && asNote(rows[0])
}

/** Adds a note of a lead that is there, or has the one of that id say what this says; undefined where the lead is not. */
export async function insertNote(
  database: Queryable,
  note: { id: string; leadId: string; text: string; at: Date },
): Promise<Note | undefined> {
  // The lead is held: one that is just being erased has no more notes.
  const { rows } = await sql<Row>`
    insert into lead_notes (id, lead_id, text, written_at)
    select ${note.id}, id, ${note.text}, ${note.at} from leads where id = ${note.leadId} and erased_at is null for share
    on conflict (id) do update set text = excluded.text,
      changed_at = case when lead_notes.text = excluded.text then lead_notes.changed_at else excluded.written_at end
      where lead_notes.lead_id = excluded.lead_id
    returning id, text, written_at, changed_at`.execute(database)
  return rows[0] && asNote(rows[0])
}

/** Changes a note; undefined where it is not there, or says by now something else than it shall be changed from. */
export async function updateNote(
  database: Queryable,
  note: { id: string; leadId: string; text: string; inPlaceOf?: string | undefined; at: Date },
): Promise<Note | undefined> {
  // The same text once more is a second try after an answer that was lost.
  const { rows } = await sql<Row>`
    update lead_notes set text = ${note.text}, changed_at = ${note.at}
    where id = ${note.id} and lead_id = ${note.leadId} and text in (coalesce(${note.inPlaceOf ?? null}, text), ${note.text})
    returning id, text, written_at, changed_at`.execute(database)
  return rows[0] && asNote(rows[0])
}

/** Deletes a note; twice is harmless. */
export async function deleteNote(database: Queryable, leadId: string, id: string): Promise<void> {
  await sql`delete from lead_notes where id = ${id} and lead_id = ${leadId}`.execute(database)
}

/** What is to be done next about a lead; null where nothing is. */
export async function readNextStep(database: Queryable, leadId: string): Promise<NextStep | null> {
  const { rows } = await sql<NextStep>`
    select text, due_on as "dueOn" from lead_next_steps where lead_id = ${leadId}`.execute(database)
  return rows[0] ?? null
}

/**
 * Says what is to be done next about a lead that is there; undefined where it is not, or something else is to be done by
 * now than what this takes the place of.
 */
export async function writeNextStep(
  database: Queryable,
  step: NextStep & { leadId: string; inPlaceOf?: NextStep | null | undefined; at: Date },
): Promise<NextStep | undefined> {
  const { leadId, text, dueOn, inPlaceOf, at } = step
  // The same once more is a second try after an answer that was lost. The lead is held, as for a note.
  const { rows } = await sql<NextStep>`
    insert into lead_next_steps (lead_id, text, due_on, set_at)
    select id, ${text}, ${dueOn}, ${at} from leads where id = ${leadId} and erased_at is null for share
    on conflict (lead_id) do update set text = excluded.text, due_on = excluded.due_on, set_at = excluded.set_at
      where ${inPlaceOf === undefined}
        or (lead_next_steps.text, lead_next_steps.due_on)
          in ((excluded.text, excluded.due_on), (${inPlaceOf?.text ?? null}, ${inPlaceOf?.dueOn ?? null}::date))
    returning text, due_on as "dueOn"`.execute(database)
  return rows[0]
}

/** Nothing more is to be done about a lead, or no longer what is named. False where nothing was taken away. */
export async function deleteNextStep(
  database: Queryable,
  leadId: string,
  { text, dueOn }: Partial<NextStep>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from lead_next_steps where lead_id = ${leadId}
    and text = coalesce(${text ?? null}, text) and due_on = coalesce(${dueOn ?? null}::date, due_on)`.execute(
    database,
  )
  return numAffectedRows !== 0n
}
