import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '#support/fresh-database.ts'
import { openDatabase, openPipeline } from './database.ts'
import { isUnavailable } from './unavailable.ts'

let fresh: FreshDatabase
let database: ReturnType<typeof openDatabase>
let pipeline: ReturnType<typeof openPipeline>
beforeAll(async () => {
  fresh = await emptyDatabase()
  const options = {
    connection: { connectionString: fresh.url },
    statementTimeoutMs: 5000,
    onLostConnection() {},
  }
  database = openDatabase({ ...options, maxConnections: 2 })
  pipeline = openPipeline({ ...options, replanAfterMs: 0 })
  await database.pool.query(
    'create table stored (place integer generated always as identity, word text unique)',
  )
})
afterAll(async () => {
  await pipeline?.close()
  await database?.close()
  await fresh?.drop()
})

const store = (word: string) =>
  pipeline.run({ name: 'store', text: 'insert into stored (word) values ($1)' }, [word])
const stored = async () => {
  const { rows } = await database.pool.query<{ word: string }>('select word from stored order by place')
  return rows.map(({ word }) => word)
}

it('does what it is sent in its order on one connection, and a statement that is refused fails alone', async () => {
  const words = ['one', 'two', 'one', 'three']
  const outcomes = await Promise.allSettled(words.map(store))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await stored()).toEqual(['one', 'two', 'three'])
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where query like 'insert into stored%'`,
  )
  expect(rows).toHaveLength(1)
})

it('fails what was on its way when its connection is lost, and goes on with another', async () => {
  const slow = pipeline.run({ name: 'sleep', text: 'select pg_sleep(60)' }, [])
  const behind = store('behind')
  const lost = Promise.allSettled([slow, behind])
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await database.pool.query(end)).rowCount).toBe(1)
  for (const outcome of await lost) {
    expect(outcome.status).toBe('rejected')
    if (outcome.status === 'rejected') expect(isUnavailable(outcome.reason)).toBe(true)
  }
  await store('after')
  expect((await stored()).slice(-1)).toEqual(['after'])
  expect(await stored()).not.toContain('behind')
})
