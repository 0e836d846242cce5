import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Database } from '#server/platform/database.ts'

/** One connection, for what must stand in one transaction: as rows through Kysely, and as streams through `client`. */
export type OneConnection = { client: Client; database: Database; end(): Promise<void> }

/**
 * Connects once, without any limit of time: what is copied takes as long as it takes. Values come as text that every
 * version of PostgreSQL reads in the same way.
 */
export async function connectOnce(connection: ClientConfig): Promise<OneConnection> {
  const client = new Client({ ...connection, keepAlive: true })
  // A connection that is lost fails what runs on it; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query(`set statement_timeout = 0; set lock_timeout = 0;
    set idle_in_transaction_session_timeout = 0; set datestyle = 'ISO, YMD'; set timezone = 'UTC';
    set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
    set client_encoding = 'UTF8'; set search_path = public`)
  const pool = {
    options: {},
    // Kysely gives it back after each use; it goes on being used.
    connect: async () => ({ query: client.query.bind(client), release: () => {} }),
    end: async () => {},
  }
  return {
    client,
    database: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    end: () => client.end().catch(() => {}),
  }
}
