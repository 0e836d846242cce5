import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseAt, onServer } from './on-server.ts'

/** A database of one's own; `drop` removes it, open connections or not. */
export type FreshDatabase = { url: string; drop(): Promise<void> }

/** Creates an empty database on the run's PostgreSQL server, for tests of what makes the schema. */
export const emptyDatabase = (): Promise<FreshDatabase> => create('template template0')

/** Creates a database with the newest schema and nothing in it, usually for one test file. */
export const freshDatabase = (): Promise<FreshDatabase> =>
  // Files are copied as they are; the other way writes each page a second time, to the log.
  create(`template ${inject('databaseTemplate')} strategy file_copy`)

async function create(how: string): Promise<FreshDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, `create database ${name} ${how}`)
  return {
    url: databaseAt(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}
