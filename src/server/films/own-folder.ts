import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isMissing } from './film-folder.ts'
import { knowsAny } from './store.ts'

/** The name of the file in the media folder that says whose films lie there. */
export const OWNER_MARK = 'films-of'

const markIn = (filmsPath: string): string => join(dirname(filmsPath), OWNER_MARK)

/**
 * Whether it is for this database to say which films of a folder nobody needs. The first that knows one of them, or finds
 * none, notes itself there: a database that begins anew beside the films of another knows none of them.
 */
export async function isOwnFolder(database: Database, filmsPath: string): Promise<boolean> {
  const own = await beginningOf(database)
  const noted = await readMark(filmsPath)
  if (noted !== undefined) return noted === own
  const ids = (await readdir(filmsPath)).map((name) => name.replace(/\..*$/, ''))
  if (ids.length > 0 && !(await knowsAny(database, ids))) return false
  await noteOwner(database, filmsPath)
  return true
}

/** Notes in a folder of films that they are this database's. */
export async function noteOwner(database: Queryable, filmsPath: string): Promise<void> {
  const draft = `${markIn(filmsPath)}.part`
  try {
    await writeFile(draft, await beginningOf(database), { flush: true })
    await rename(draft, markIn(filmsPath))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function readMark(filmsPath: string): Promise<string | undefined> {
  try {
    return await readFile(markIn(filmsPath), 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** When the data of a database began, which goes along wherever a backup of it is restored. */
async function beginningOf(database: Queryable): Promise<string> {
  const { rows } = await sql<{ began: string }>`select min(timestamp) as began from kysely_migration`.execute(
    database,
  )
  return rows[0]?.began ?? ''
}
