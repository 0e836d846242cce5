import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Database } from '#server/platform/database.ts'
import { isUnavailable } from '#server/platform/unavailable.ts'
import type { ReplicaWatch } from './watch-replica.ts'

/** Where one request reads, and whether it has. */
export type Reading = { from: 'replica' | 'primary'; hasRead: boolean }

/** The request that is being answered; work beside requests has none, and reads wherever one may read. */
export const readingNow = new AsyncLocalStorage<Reading>()

/** Has the rest of the request that is being answered read at the primary. */
export function readAtPrimary(): void {
  const reading = readingNow.getStore()
  if (reading) reading.from = 'primary'
}

const primaries = new WeakMap<object, Database>()

/** Where what is read from a database is written: itself, unless that is one that reads from a replica. */
export const writableOf = (database: Database): Database => primaries.get(database) ?? database

/**
 * A database for reading alone: it asks the replica while that may be read, and the primary otherwise. What fails at the
 * replica, whether it has gone or took the rows away that were being read, is asked of the primary, and so is the rest of
 * that request.
 */
export function readingDatabase(parts: {
  primary: Database
  primaryPool: Pool
  replicaPool: Pool
  watch: ReplicaWatch
}): Database {
  const { primaryPool, replicaPool, watch } = parts
  const database = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        async connect() {
          const reading = readingNow.getStore() ?? { from: 'replica', hasRead: false }
          reading.hasRead = true
          if (!watch.isReadable()) reading.from = 'primary'
          return reading.from === 'primary' ? primaryPool.connect() : replicaFirst(reading)
        },
        end: async () => {},
      },
    }),
  })
  primaries.set(database, parts.primary)

  /** A connection to the replica that goes on at the primary once a statement has failed. */
  function replicaFirst(reading: Reading): PostgresPoolClient {
    const there = lazily(replicaPool)
    const here = lazily(primaryPool)
    let isHere = false
    const query = async (text: string, values: readonly unknown[]) => {
      if (/^(begin|start transaction)/.test(text)) throw new Error('what is only read needs no transaction')
      if (!isHere) {
        try {
          return await whileReadable(watch, there.ask(text, [...values]))
        } catch (error) {
          if (isUnavailable(error)) watch.lost()
          reading.from = 'primary'
          isHere = true
          // What is still under way there is waited for by nobody.
          there.release(true)
        }
      }
      return here.ask(text, [...values])
    }
    return {
      // It is asked no cursors, which Kysely's type has as well.
      query: query as unknown as PostgresPoolClient['query'],
      release() {
        there.release(false)
        here.release(false)
      },
    }
  }
  return database
}

/** One connection of a pool, taken when it is first asked something. */
function lazily(pool: Pool) {
  let taken: Promise<PoolClient> | null = null
  return {
    async ask(text: string, values: unknown[]): Promise<QueryResult> {
      taken ??= pool.connect()
      return (await taken).query(text, values)
    },
    release(isBroken: boolean) {
      taken?.then(
        (client) => client.release(isBroken),
        () => {},
      )
      taken = null
    },
  }
}

/** An answer of the replica; fails once that is not to be read any more, as the answer may never come. */
function whileReadable<T>(watch: ReplicaWatch, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = watch.onUnreadable(() => reject(new Error('the replica is not read any more')))
    answer.then(resolve, reject).finally(end)
  })
}
