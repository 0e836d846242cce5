import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '#support/fresh-database.ts'
import { openDatabase } from './database.ts'
import { createLive, LIVE_CHANNEL, type Topic } from './live.ts'

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
  const { live, pool, close } = open()
  const heard: Topic[][] = []
  live.subscribe((topics) => heard.push(topics))
  live.start()
  const others = () => heard.filter(([topic]) => topic !== 'settings')
  const isHeard = (topic: Topic) => async () => {
    await pool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, topic])
    return heard.some(([first]) => first === topic)
  }
  await expect.poll(isHeard('settings')).toBe(true)
  for (let change = 0; change < 10; change += 1) {
    live.changed('visitors')
    live.changed('leads')
  }
  await expect.poll(() => others().length).toBeGreaterThan(0)
  // What else was to be told stands before it in the queue of the one connection that sends.
  await expect.poll(isHeard('site')).toBe(true)
  expect(others().filter(([topic]) => topic !== 'site')).toEqual([['visitors', 'leads']])
  await live.stop()
  await close()
})

it('knows how long ago each topic was last told, and takes what it cannot know for told just now', async () => {
  const { live, pool, close } = open()
  const agoOf = () => {
    const ago = new Map<Topic, number>()
    live.lastTold((lastTold) => {
      for (const { topic, agoMs } of lastTold) ago.set(topic, agoMs)
    })
    return { settings: ago.get('settings') ?? -1, leads: ago.get('leads') ?? -1 }
  }
  expect(agoOf()).toEqual({ settings: 0, leads: 0 })
  const began = performance.now()
  live.start()
  const isSettingsNewer = async () => {
    await pool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, 'settings'])
    const { settings, leads } = agoOf()
    return settings < leads
  }
  await expect.poll(isSettingsNewer).toBe(true)
  expect(agoOf().leads).toBeLessThanOrEqual(performance.now() - began)
  await live.stop()
  await close()
})

it('tells afterwards of what changed while its connection was lost', async () => {
  const { live, pool, close } = open()
  const other = open()
  const heard: Topic[] = []
  live.subscribe((topics) => heard.push(...topics))
  live.start()
  await expect
    .poll(async () => {
      await other.pool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, 'settings'])
      return heard.length
    })
    .toBeGreaterThan(0)
  const others = () =>
    other.pool.query(`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and query_start is not null`)
  const { rows } = await others()
  await other.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
    rows.map(({ pid }) => pid),
  ])
  const isGone = async () => (await others()).rows.every(({ pid }) => !rows.some((row) => row.pid === pid))
  await expect.poll(isGone, { interval: 5 }).toBe(true)
  await other.pool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, 'leads'])
  await expect.poll(() => heard).toContain('leads')
  await live.stop()
  for (const end of [close, other.close]) await end()
  expect(pool.totalCount).toBe(0)
})

it('tells later of what could not be told because no connection was free', async () => {
  const { live, pool, close, problems } = open()
  const heard: Topic[] = []
  live.subscribe((topics) => heard.push(...topics))
  live.start()
  const isListening = async () => {
    await pool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, 'settings'])
    return heard.length > 0
  }
  await expect.poll(isListening).toBe(true)
  const taken = await pool.connect()
  live.changed('leads')
  await expect.poll(() => problems.length).toBeGreaterThan(0)
  taken.release()
  live.changed('mail')
  await expect.poll(() => heard).toContain('mail')
  expect(heard).toContain('leads')
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
