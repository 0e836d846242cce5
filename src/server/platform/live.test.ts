import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '#support/fresh-database.ts'
import { openDatabase } from './database.ts'
import { createLive, type Topic } from './live.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await emptyDatabase()
})
afterAll(() => fresh?.drop())

function open() {
  const problems: unknown[] = []
  const { pool, close } = openDatabase({
    connection: { connectionString: fresh.url },
    maxConnections: 2,
    statementTimeoutMs: 5000,
    onLostConnection() {},
  })
  return { live: createLive(pool, (problem) => problems.push(problem)), pool, close, problems }
}

it('tells what changed, once for all changes of a second', async () => {
  const { live, close } = open()
  const heard: Topic[][] = []
  live.subscribe((topics) => heard.push(topics))
  live.start()
  await expect
    .poll(() => {
      live.changed('visitors')
      return heard.length
    })
    .toBeGreaterThan(0)
  expect(heard[0]).toEqual(['visitors'])
  await live.stop()
  await close()
})

// The connection that nobody gives back would keep its pool, and with it the whole process, from ending.
it.each([0, 1, 5, 20])('gives its connection back where it is stopped %d ms after it begins', async (ms) => {
  const { live, pool, close, problems } = open()
  live.start()
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
  await live.stop()
  await close()
  expect(pool.totalCount).toBe(0)
  expect(problems.length).toBeLessThan(2)
})
