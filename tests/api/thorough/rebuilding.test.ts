// A sample of it is in tests/api/timezones.test.ts.
import { expect, test } from 'vitest'
import { countOnce, rebuildCounts } from '#server/counting/rebuild-counts.ts'
import { recountAll } from '#server/counting/recount-portion.ts'
import { rollUpPending } from '#server/counting/roll-up.ts'
import { sealMonth } from '#server/counting/seal-month.ts'
import type { Database } from '#server/platform/database.ts'
import {
  CROWDED_PAGE,
  expectedOf,
  fillCrowd,
  holdCounting,
  startHiding,
  toldOf,
} from '#support/crowd-to-hide.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { rollupsOf } from '#support/rollups-of.ts'
import { sendJson } from '#support/send-json.ts'

const portion = { visitors: 60, leads: 7 }

/** Begins to make the counts anew, and is stopped after the first portion. */
async function leaveHalfMade(database: Database): Promise<void> {
  const stopped = rebuildCounts(database, {
    portion,
    say() {
      throw new Error('stopped')
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
}

test('counts are made anew in portions that a stop does not undo, while visitors come', async () => {
  const { product, owner, database, time, pass } = await startHiding('2026-11-18T06:00:00Z')
  const guest = product.browser()
  await guest.post('/api/visitors/page-view', { path: '/meme' })
  await guest.post('/api/capture-lead', { name: 'Ann', email: 'ann@example.com', phone: '1', page: '/meme' })
  pass(7200)
  await fillCrowd(product, time.now, 200)
  const kept = await rollupsOf(product, owner)
  await rebuildCounts(database)
  expect(await rollupsOf(product, owner)).toEqual(kept)

  const said: string[] = []
  const stopped = rebuildCounts(database, {
    portion,
    say(line) {
      said.push(line)
      if (said.length === 2) throw new Error('stopped')
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  // Of one who is counted already and of one who is new, while the counts are half made.
  await guest.post('/api/visitors/page-view', { path: CROWDED_PAGE })
  await product.browser().post('/api/visitors/page-view', { path: CROWDED_PAGE })
  await owner.get('/api/analytics/overview?range=all')
  await countOnce(database, { portion, say: (line) => said.push(line) })
  // The first two portions are not done again.
  expect(said).toHaveLength(4)
  expect(said.at(-1)).toMatch(/ (\d+) of \1 visitors/)
  await expectHonestNumbers(product)
  const after = await rollupsOf(product, owner)
  await rebuildCounts(database)
  expect(await rollupsOf(product, owner)).toEqual(after)
})

test('nothing is taken back of counts that are half made: it is once they are whole, and an erasure is to come again', async () => {
  const { product, owner, database, time } = await startHiding('2026-11-18T06:00:00Z')
  const guest = product.browser()
  await guest.post('/api/capture-lead', { name: 'Ann', email: 'ann@example.com', phone: '1', page: '/meme' })
  await fillCrowd(product, time.now, 150)
  await owner.get('/api/analytics/overview?range=all')
  await leaveHalfMade(database)
  const { status, body } = await owner.post('/api/blocked-pages', { pagePath: CROWDED_PAGE })
  expect(status).toBe(200)
  const [person] = await product.query('select person_id as id from leads where email = $1', [
    'ann@example.com',
  ])
  const erasure = await owner.post(`/api/people/${person?.id}/erase`, {})
  expect([erasure.status, erasure.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await product.query('select from leads where email = $1', ['ann@example.com'])).toHaveLength(1)
  await countOnce(database, { portion, say() {} })
  await recountAll(database)
  await expectHonestNumbers(product)
  expect(await toldOf(owner)).toEqual(await expectedOf(product, { page: CROWDED_PAGE }))
  expect((await owner.post(`/api/people/${person?.id}/erase`, {})).status).toBe(200)
  await sendJson(owner, 'PATCH', `/api/blocked-pages/${body.id}`, { isActive: false })
  await recountAll(database)
  await expectHonestNumbers(product)
})

test('while counts are being made anew nobody waits for that: the owner is to come again, and counting is put off', async () => {
  const { product, owner, database, time } = await startHiding('2026-11-18T06:00:00Z', { countsAlone: true })
  const details = { name: 'Ann', email: 'ann@example.com', phone: '1', page: '/meme' }
  await product.browser().post('/api/capture-lead', details)
  await product.browser().post('/api/capture-lead', { ...details, name: 'Anna' })
  await product.browser().post('/api/capture-lead', { ...details, email: 'bot@example.com', website: 'spam' })
  await fillCrowd(product, time.now, 50)
  const [ids] =
    await product.query(`select (select person_id from leads where email = 'ann@example.com') as person,
    (select id from lead_captures where claimed_lead_id is not null) as claim,
    (select id from lead_captures where quarantine_reason is not null) as held`)
  const asked = [
    `/api/people/${ids?.person}/erase`,
    `/api/unconfirmed/${ids?.claim}/confirm`,
    `/api/quarantine/${ids?.held}/release`,
  ]
  const holding = await holdCounting(product, 'page_titles')
  const rebuilding = rebuildCounts(database)
  await holding.reached()
  for (const path of asked) {
    const { status, headers } = await owner.post(path, {})
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '2'])
  }
  expect(await rollUpPending(database, { patiently: false })).toBe(true)
  expect(await holding.isWaiting()).toBe(true)
  await holding.letGo()
  await rebuilding
  for (const path of asked.reverse()) expect([path, (await owner.post(path, {})).status]).toEqual([path, 200])
  await expectHonestNumbers(product)
})

test('a timezone that is asked for while the counts are half made is counted once, when they are whole', async () => {
  const { product, owner, database, time } = await startHiding('2026-11-18T06:00:00Z')
  await fillCrowd(product, time.now, 150)
  await leaveHalfMade(database)
  const inTokyo = '/api/analytics/summary?range=all&tz=Asia%2FTokyo'
  const { status, headers } = await owner.get(inTokyo)
  expect([status, headers.get('x-timezone')]).toEqual([200, 'America/Los_Angeles'])
  await countOnce(database, { portion, say() {} })
  const { body } = await owner.get(inTokyo)
  expect([body.countingTimezone, body.visitors, body.pageViews]).toEqual([null, 150, 450])
  await expectHonestNumbers(product)
})

test('a month is not counted for good while the counts are half made, and whoever would do it does not wait for that', async () => {
  const { product, owner, database, time } = await startHiding('2026-11-18T06:00:00Z')
  await fillCrowd(product, time.now, 150)
  await leaveHalfMade(database)
  expect((await owner.post('/api/blocked-pages', { pagePath: CROWDED_PAGE })).status).toBe(200)
  const month = new Date('2026-10-01T00:00:00Z')
  expect(await sealMonth(database, month, time.now)).toBe(false)
  await countOnce(database, { portion, say() {} })
  expect(await sealMonth(database, month, time.now)).toBe(true)
  await expectHonestNumbers(product)
})
