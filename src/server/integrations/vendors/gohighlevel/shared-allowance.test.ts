import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { openFreshDatabase } from '#support/open-for-test.ts'
import { pauseCalls, takeCalls } from './allowance-store.ts'
import { shareAllowance } from './shared-allowance.ts'

const database = await openFreshDatabase(afterAll)

const limits = { maxCalls: 3, windowMs: 600, maxOfDay: 10 }

test('no stretch of the window holds more calls than allowed, however many ask at once', async () => {
  // By the clock that counts them: when an answer arrives here depends on how busy the machine is.
  for (const statement of [
    'create table granted (at timestamptz primary key)',
    `create function note_granted() returns trigger language plpgsql as $function$
      begin insert into granted select unnest(new.recent) on conflict do nothing; return new; end $function$`,
    `create trigger note_granted after update on vendor_allowances for each row when (new.key = 'crowd')
      execute function note_granted()`,
  ])
    await sql.raw(statement).execute(database)
  const ask = async () => {
    for (;;) {
      const answer = await takeCalls(database, 'crowd', 1, limits)
      if (answer.ok) return
      await new Promise((resolve) => setTimeout(resolve, answer.waitMs))
    }
  }
  await Promise.all(Array.from({ length: 9 }, ask))
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from at - lag(at, 3) over (order by at))::float8 * 1000 as ms from granted`.execute(
    database,
  )
  expect(rows).toHaveLength(9)
  for (const { ms } of rows) if (ms !== null) expect(ms).toBeGreaterThanOrEqual(limits.windowMs)
})

test('the day ends for everybody, looking takes nothing, and a lone large task may always begin', async () => {
  const day = { maxCalls: 100, windowMs: 1000, maxOfDay: 2 }
  expect(await takeCalls(database, 'day', 1, day, true)).toEqual({ ok: true })
  expect(await takeCalls(database, 'day', 2, day)).toEqual({ ok: true })
  const refused = await takeCalls(database, 'day', 1, day)
  expect(refused).toMatchObject({ ok: false, isDay: true })
  expect(refused.ok ? 0 : refused.waitMs).toBeLessThanOrEqual(86_400_001)
  expect(await takeCalls(database, 'large', 4, limits)).toEqual({ ok: true })
})

test('a pause that one process was told holds for every other', async () => {
  const one = shareAllowance(database, 'loc1')
  const other = shareAllowance(database, 'loc1')
  await one.take()
  const begun = performance.now()
  await one.learn(new Headers({ 'x-ratelimit-daily-remaining': '0' }), 3_600_000)
  const refused = await other.take().catch((error: unknown) => error)
  expect(refused).toMatchObject({ kind: 'rate-limited', retryAfterMs: expect.any(Number) })
  const passedMs = 3_600_000 - Number(refused instanceof VendorError && refused.retryAfterMs)
  expect(passedMs).toBeGreaterThanOrEqual(-1)
  expect(passedMs).toBeLessThan(performance.now() - begun + 1)
})

test('what was noted while the clock of the database was a year ahead holds nobody up', async () => {
  expect(await takeCalls(database, 'ahead', 1, limits)).toEqual({ ok: true })
  await sql`update vendor_allowances set paused_until = now() + interval '1 year',
    recent = array_fill(now() + interval '1 year', array[3]) where key = 'ahead'`.execute(database)
  expect(await takeCalls(database, 'ahead', 1, limits)).toEqual({ ok: true })
  await pauseCalls(database, 'ahead', 60_000)
  const paused = await takeCalls(database, 'ahead', 1, limits)
  expect(paused.ok ? 0 : paused.waitMs).toBeGreaterThan(0)
  expect(paused.ok ? 0 : paused.waitMs).toBeLessThanOrEqual(60_001)
})

test('a larger allowance holds from the first answer that tells of it, whatever was learned before', async () => {
  const told = (max: number) => new Headers({ 'x-ratelimit-max': String(max) })
  const stored = async () => {
    const { rows } = await sql<{ max: number }>`
      select max_calls as max from vendor_allowances where key = 'gohighlevel loc2'`.execute(database)
    return rows[0]?.max
  }
  const before = shareAllowance(database, 'loc2')
  await before.take()
  await before.learn(told(20), 0)
  expect(await stored()).toBe(19)
  // A start, or another process, knows nothing of that.
  const after = shareAllowance(database, 'loc2')
  await after.take()
  await after.learn(told(100), 0)
  expect(await stored()).toBe(95)
})
