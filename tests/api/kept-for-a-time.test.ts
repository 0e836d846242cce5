import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'
import { expectRefusal } from './expect-refusal.ts'

const DAY = 24 * 3_600_000

test('unfinished applications and the words of mails are kept for 90 days, all else stays', async () => {
  let now = new Date('2026-08-03T10:00:00.000Z')
  const product = await runProduct({ clock: { now: () => now }, forgetEveryMs: 50 })
  onTestFinished(product.end)
  const owner = await product.owner()
  const begins = async (email: string) => {
    const browser = product.browser()
    const details = { name: 'Ada Kern', email, phone: '+1 202 555 0143', page: '/', elapsed: 9000 }
    expect((await browser.post('/api/capture-lead', details)).status).toBe(200)
    const begun = { responseId: randomUUID(), revision: 1, page: '/apply', answers: { problem: 'Time' } }
    expect((await browser.post('/api/application/answers', begun)).status).toBe(200)
    return { browser, ...begun }
  }
  const early = await begins('early@example.com')
  const finished = await begins('finished@example.com')
  const answers = {
    ...{ name: 'Ada Kern', email: 'finished@example.com', phone: '+1 202 555 0143', situation: 'employed' },
    ...{ problem: 'Time', goal: 'Less', ready: '8', start: 'now', alone: 'yes', budget: 'medium' },
  }
  const { responseId } = finished
  const sent = { responseId, page: '/apply', elapsed: 60_000, answers }
  expect((await finished.browser.post('/api/application', sent)).status).toBe(200)
  for (const state of ['sent', 'failed', 'waiting'])
    await product.query(
      `insert into mails (id, key, purpose, is_marketing, to_email, subject, body_text, body_html, calendar_method,
         calendar_content, created_at, state, next_try_at, settled_at, send_after)
       values (gen_random_uuid(), 'one ' || $1, 'booking-confirmed', false, 'ada@example.com', 'About ' || $1,
         'Words', '<p>Words', 'REQUEST', 'BEGIN:VCALENDAR', $2, $1, '2030-01-01',
         case when $1 <> 'waiting' then $2::timestamptz end, '2030-01-01')`,
      [state, now],
    )
  const begun = async () =>
    (await product.query('select id from application_responses where finished_at is null')).map(
      ({ id }) => id,
    )
  const mails = () =>
    product.query('select subject, body_text, body_html, calendar_content from mails order by subject')

  now = new Date(now.getTime() + 89 * DAY)
  const late = await begins('late@example.com')
  expect((await begun()).sort()).toEqual([early.responseId, late.responseId].sort())

  now = new Date(now.getTime() + 2 * DAY)
  await waitFor('the earlier one to go', async () => (await begun()).length === 1)
  expect(await begun()).toEqual([late.responseId])
  const gone = { body_text: '', body_html: '', calendar_content: null }
  const kept = { body_text: 'Words', body_html: '<p>Words', calendar_content: 'BEGIN:VCALENDAR' }
  await waitFor('the words to go', async () => (await mails())[0]?.body_text === '')
  expect(await mails()).toEqual([
    { subject: 'About failed', ...gone },
    { subject: 'About sent', ...gone },
    { subject: 'About waiting', ...kept },
  ])
  const again = await product.owner()
  const listed: { id: string; state: string; isKept: boolean }[] = (await again.get('/api/mails')).body
  expect(listed.map(({ state, isKept }) => [state, isKept]).sort()).toEqual([
    ['failed', false],
    ['sent', false],
    ['waiting', true],
  ])
  const failed = listed.find(({ state }) => state === 'failed')?.id
  expectRefusal(await again.post(`/api/mails/${failed}/retry`, {}), 'a mail without words', 404)
  // Who applied is still there with every answer.
  const applications = (await again.get('/api/applications?range=all&state=finished')).body
  expect(applications).toMatchObject([{ email: 'finished@example.com', answered: 10 }])
  expect((await owner.get('/healthz')).status).toBe(200)
})
