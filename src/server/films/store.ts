import { sql } from 'kysely'
import type { FilmForm } from '#contract/film-address.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'
import { heldFor, isFree } from '#server/platform/held-until.ts'

/** A stretch of a file that is part of a film: bytes `from` up to, not including, `to`. */
export type FilmPart = { file: string; from: number; to: number }

/** A stored film. */
export type FilmRow = {
  id: string
  form: FilmForm
  name: string
  bytes: number
  parts: FilmPart[]
  seconds: number | null
  width: number
  height: number
  note: string
  created_at: Date
}

/** A film that is still arriving; `bytes` is how large it will be. */
export type UploadRow = { id: string; name: string; bytes: number; touched_at: Date }

/** Stores a film in place of the upload it came from. */
export async function insertFilm(database: Queryable, film: FilmRow): Promise<void> {
  await sql`
    with done as (delete from film_uploads where id = ${film.id})
    insert into films (id, form, name, bytes, parts, seconds, width, height, note, created_at)
    values (${film.id}, ${film.form}, ${film.name}, ${film.bytes}, ${JSON.stringify(film.parts)}, ${film.seconds},
      ${film.width}, ${film.height}, ${film.note}, ${film.created_at})
    on conflict (id) do nothing`.execute(database)
}

/** One film. */
export async function findFilm(database: Queryable, id: string): Promise<FilmRow | undefined> {
  const { rows } = await sql<FilmRow>`select * from films where id = ${id}`.execute(database)
  return rows[0]
}

/** Whether one of these is the id of a film, or of one that is arriving. */
export async function knowsAny(database: Queryable, ids: string[]): Promise<boolean> {
  const { rows } = await sql`select from films where id = any (${ids})
    union all select from film_uploads where id = any (${ids}) limit 1`.execute(database)
  return rows.length > 0
}

/** The newest films, newest first, and how many there are in all. */
export async function listFilmRows(database: Queryable): Promise<{ rows: FilmRow[]; total: number }> {
  const { rows } = await sql<FilmRow>`
    select * from films order by created_at desc, id limit 500`.execute(database)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from films`.execute(database)
  return { rows, total: counts[0]?.total ?? rows.length }
}

/** Removes a film's row; false where there was none. */
export async function deleteFilmRow(database: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`delete from films where id = ${id} returning id`.execute(database)
  return rows.length > 0
}

/** Notes a film that will arrive. */
export async function insertUpload(database: Queryable, upload: UploadRow): Promise<void> {
  await sql`
    insert into film_uploads (id, name, bytes, touched_at)
    values (${upload.id}, ${upload.name}, ${upload.bytes}, ${upload.touched_at})`.execute(database)
}

/** A film that is arriving. */
export async function findUpload(database: Queryable, id: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select id, name, bytes, touched_at from film_uploads where id = ${id}`.execute(database)
  return rows[0]
}

/** Everything that is arriving. */
export async function listUploads(database: Queryable): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select id, name, bytes, touched_at from film_uploads order by touched_at`.execute(database)
  return rows
}

/** Notes that a part of an upload has arrived. */
export async function touchUpload(database: Queryable, id: string, at: Date): Promise<void> {
  await sql`update film_uploads set touched_at = ${at} where id = ${id}`.execute(database)
}

/** Dates anew what was touched while a clock was ahead: until that day it would keep its place and its room. */
export async function redateUploads(database: Queryable, at: Date): Promise<void> {
  await sql`update film_uploads set touched_at = ${at} where touched_at > ${latestNoted(at)}`.execute(
    database,
  )
}

/** Forgets an upload. */
export async function deleteUploadRow(database: Queryable, id: string): Promise<void> {
  await sql`delete from film_uploads where id = ${id}`.execute(database)
}

/** Forgets an upload that nothing has arrived for since; false where something has, or somebody is writing it. */
export async function deleteIdleUpload(database: Queryable, id: string, before: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from film_uploads
    where id = ${id} and touched_at < ${before} and ${isFree('held_until')}
    returning id`.execute(database)
  return rows.length > 0
}

/** Takes an upload for a holder, for some seconds; false where another has it. Who waits for it asks the other to stop. */
export async function holdUpload(
  database: Queryable,
  id: string,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    update film_uploads
    set held_by = ${holder}, held_until = ${heldFor(seconds * 1000)}, release_asked = false
    where id = ${id} and ${isFree('held_until')}
    returning id`.execute(database)
  if (rows.length > 0) return true
  await sql`update film_uploads set release_asked = true where id = ${id}`.execute(database)
  return false
}

/** Keeps an upload for its holder; says whether somebody else waits for it, or has taken it. */
export async function keepHolding(
  database: Queryable,
  id: string,
  holder: string,
  seconds: number,
): Promise<'mine' | 'asked for' | 'lost'> {
  const { rows } = await sql<{ release_asked: boolean }>`
    update film_uploads set held_until = ${heldFor(seconds * 1000)}
    where id = ${id} and held_by = ${holder}
    returning release_asked`.execute(database)
  if (!rows[0]) return 'lost'
  return rows[0].release_asked ? 'asked for' : 'mine'
}

/** Lets go of an upload. */
export async function releaseUpload(database: Queryable, id: string, holder: string): Promise<void> {
  await sql`
    update film_uploads set held_by = null, held_until = null, release_asked = false
    where id = ${id} and held_by = ${holder}`.execute(database)
}

/** The films that the draft or any published version shows, by id. */
export async function filmsInUse(database: Queryable): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct found[1] as id
    from (select content::text as written from site_versions
      union all select content::text from site_draft where content is not null) as contents,
      regexp_matches(written, '/films/([0-9a-f]{32})\\.', 'g') as found`.execute(database)
  return new Set(rows.map(({ id }) => id))
}

/** Stores captions; the same words twice are one. */
export async function insertCaptions(
  database: Queryable,
  captions: { hash: string; text: string; at: Date },
): Promise<void> {
  await sql`
    insert into film_captions (hash, text, created_at)
    values (${captions.hash}, ${captions.text}, ${captions.at})
    on conflict (hash) do nothing`.execute(database)
}

/** Stored captions as WebVTT. */
export async function findCaptions(database: Queryable, hash: string): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select text from film_captions where hash = ${hash}`.execute(database)
  return rows[0]?.text
}
