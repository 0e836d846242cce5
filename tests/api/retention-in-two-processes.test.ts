import { expect, onTestFinished, test } from 'vitest'
import { keepRetention } from '#server/privacy/keep-to-time.ts'
import { claimNight, readRetentionState } from '#server/privacy/retention-store.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { openForTest, openFreshDatabase } from '#support/open-for-test.ts'
import { runProduct } from '#support/running-product.ts'

const at = (iso: string) => ({ now: () => new Date(iso) })

test('who was frozen over a night’s work leaves it to whoever took it on meanwhile', async () => {
  const product = await runProduct({ clock: at('2026-01-10T12:00:00Z') })
  onTestFinished(product.end)
  const visitor = product.browser()
  expect((await visitor.post('/api/visitors/page-view', { path: '/meme' })).status).toBe(200)
  const database = openForTest(product.databaseUrl)
  const night = new Date('2027-05-01T10:10:00Z')
  const frozen = keepRetention({
    ...{ database, clock: at('2027-05-01T12:00:00Z'), live: { changed: () => {} }, onProblem: () => {} },
    timezone: () => 'America/Los_Angeles',
    backups: { areMade: () => false, look: async () => {} },
  })
  const holder = await holdLocks(product.databaseUrl, 'lock table login_failures in share mode')
  const working = frozen.look()
  await holder.untilHeldUp('it waits')
  const later = new Date('2027-05-01T12:06:00Z')
  const claim = () => claimNight(database, night, later)
  expect(await claim()).toBeTruthy()
  await holder.letGo()
  await working
  expect(await readRetentionState(database)).toEqual({ doneAt: null, problem: null })
  // Nor is it anybody else's turn, or has the one who was frozen gone on.
  expect(await claim()).toBeFalsy()
  expect(await product.query('select path from page_views')).toEqual([{ path: '/meme' }])
})

test('a night’s work that a process held by a wrong clock, and was killed at, is taken on by the next', async () => {
  const database = await openFreshDatabase()
  const claim = (now: string) => claimNight(database, new Date('2026-01-10T11:10:00Z'), new Date(now))
  expect(await claim('2099-01-01T12:00:00Z')).toBeTruthy()
  expect(await claim('2026-01-10T12:00:00Z')).toBeTruthy()
  // Of one whose clock is some minutes ahead it stays the work.
  expect(await claim('2026-01-10T11:30:00Z')).toBeFalsy()
})
