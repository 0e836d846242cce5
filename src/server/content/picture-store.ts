import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** A stored picture. */
export type PictureRow = {
  hash: string
  address: string
  width: number
  height: number
  bytes: number
  created_at: Date
}

/** One of a picture's files: its name under `/media/`, its media type and its bytes. */
export type PictureFile = { name: string; type: string; bytes: Buffer }

/** Stores a picture with its files; one that is there already stays as it is. */
export async function insertPicture(
  database: Queryable,
  picture: PictureRow,
  files: PictureFile[],
): Promise<void> {
  await sql`
    insert into site_pictures (hash, address, width, height, bytes, created_at)
    values (${picture.hash}, ${picture.address}, ${picture.width}, ${picture.height}, ${picture.bytes},
      ${picture.created_at})
    on conflict (hash) do nothing`.execute(database)
  for (const { name, type, bytes } of files)
    await sql`
      insert into site_picture_files (name, hash, type, bytes)
      values (${name}, ${picture.hash}, ${type}, ${bytes})
      on conflict (name) do nothing`.execute(database)
}

/** One picture. */
export async function findPicture(database: Queryable, hash: string): Promise<PictureRow | undefined> {
  const { rows } = await sql<PictureRow>`select * from site_pictures where hash = ${hash}`.execute(database)
  return rows[0]
}

/** The newest pictures, newest first, and how many there are in all. */
export async function listPictures(database: Queryable): Promise<{ rows: PictureRow[]; total: number }> {
  const { rows } = await sql<PictureRow>`
    select * from site_pictures order by created_at desc, hash limit 1000`.execute(database)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from site_pictures`.execute(database)
  return { rows, total: counts[0]?.total ?? rows.length }
}

/** One file of a picture. */
export async function findPictureFile(database: Queryable, name: string): Promise<PictureFile | undefined> {
  const { rows } = await sql<PictureFile>`
    select name, type, bytes from site_picture_files where name = ${name}`.execute(database)
  return rows[0]
}

/** The pictures that the draft or any published version shows, by hash. */
export async function picturesInUse(database: Queryable): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select distinct found[1] as hash
    from (select content::text as written from site_versions
      union all select content::text from site_draft where content is not null) as contents,
      regexp_matches(written, '/media/([0-9a-f]{32})-', 'g') as found`.execute(database)
  return new Set(rows.map(({ hash }) => hash))
}

/** Removes a picture with its files; false where there was none. */
export async function deletePictureRow(database: Queryable, hash: string): Promise<boolean> {
  const { rows } = await sql`delete from site_pictures where hash = ${hash} returning hash`.execute(database)
  return rows.length > 0
}
