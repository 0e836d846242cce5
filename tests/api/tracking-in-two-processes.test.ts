import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { defaultSiteContent, SiteContent } from '#contract/site-content.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

/** Two processes on one database; by how much the clock of the first is ahead is up to each test. */
let first: RunningProduct
let second: RunningProduct
let aheadMs = 0
beforeAll(async () => {
  const content = SiteContent.parse({ pixel: { id: '123456789012345' } })
  first = await runProduct({ content, clock: { now: () => new Date(Date.now() + aheadMs) } })
  second = await runProduct({ content, databaseUrl: first.databaseUrl })
})
afterEach(() => {
  aheadMs = 0
})
afterAll(async () => {
  await second?.end()
  await first?.end()
})

/** A browser that has been seen, as each of the two processes meets it. */
async function knownBrowser() {
  const atFirst = first.browser()
  expect((await atFirst.post('/api/visitors/track', { path: '/meme' })).status).toBe(200)
  const atSecond = second.browser()
  for (const [name, value] of atFirst.cookies) atSecond.cookies.set(name, value)
  const id = String(atFirst.cookies.get('leadline_visitor')).slice(0, 36)
  const viewed = () => first.query('select path from page_views where visitor_id = $1 order by at', [id])
  return { atFirst, atSecond, id, viewed }
}

const view = async (browser: TestBrowser, path: string, eventId: string = randomUUID()) =>
  expect((await browser.post('/api/visitors/page-view', { path, eventId })).status).toBe(200)

/** Whom a busy machine sends away for a moment sends the same view once more. */
const viewInTheEnd = (browser: TestBrowser, path: string, eventId: string) =>
  waitFor('the view is taken', async () => {
    const { status } = await browser.post('/api/visitors/page-view', { path, eventId })
    expect([200, 503]).toContain(status)
    return status === 200
  })

/** Holds a visitor's row, as whoever writes it does, while works are begun one after the other that have to wait for it. */
async function whileHeld(visitorId: string, works: (() => Promise<unknown>)[]): Promise<void> {
  const held = `select from visitors where id = '${visitorId}' for update`
  const holder = await holdLocks(first.databaseUrl, held)
  const begun: Promise<unknown>[] = []
  for (const work of works) {
    begun.push(work())
    // The product's own work may wait for locks as well: two processes count in turns.
    await waitFor('it waits', async () => {
      const rows = await first.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like 'select record_tracking(%'`,
      )
      return rows.length >= begun.length
    })
  }
  await holder.letGo()
  await Promise.all(begun)
}

ordinaryTest(
  'a view that is sent again before its first answer counts once, whichever process gets it',
  async () => {
    aheadMs = 2000
    const { atFirst, atSecond, id, viewed } = await knownBrowser()
    const eventId = randomUUID()
    await whileHeld(
      id,
      [atSecond, atFirst].map((browser) => () => viewInTheEnd(browser, '/', eventId)),
    )
    expect(await viewed()).toEqual([{ path: '/' }])
    await expectHonestNumbers(first)
  },
)

thoroughTest('views that come after a clock was an hour ahead are all kept', async () => {
  aheadMs = 3_600_000
  const { atFirst, viewed } = await knownBrowser()
  await view(atFirst, '/')
  aheadMs = 0
  const again = randomUUID()
  for (const eventId of [again, again, randomUUID(), randomUUID()]) await view(atFirst, '/', eventId)
  await view(atFirst, '/meme')
  expect(await viewed()).toEqual(['/', '/', '/', '/', '/meme'].map((path) => ({ path })))
  await expectHonestNumbers(first)
})

/** Makes a browser a lead in the first process and erases that person again; the other may not have heard of it yet. */
async function erased(email: string) {
  const browser = await knownBrowser()
  const lead = { name: 'Ada Kern', email, phone: '(202) 555-0143', page: '/meme' }
  expect((await browser.atFirst.post('/api/capture-lead', lead)).status).toBe(200)
  const [row] = await first.query('select person_id from leads where email = $1', [email])
  const owner = await first.owner()
  const erase = () => owner.post(`/api/people/${row?.person_id}/erase`, {})
  const stored = async () =>
    (
      await first.query(
        'select person_id, ip_address, browser_id, page_view_count from visitors where id = $1',
        [browser.id],
      )
    )[0]
  return { ...browser, lead, erase, stored }
}
const emptied = { person_id: null, ip_address: null, browser_id: null, page_view_count: 0 }

ordinaryTest(
  'what comes with the cookie of somebody who was erased a moment ago is not stored, whichever process gets it',
  async () => {
    const { atSecond, erase, stored, viewed } = await erased('gone@example.com')
    expect((await erase()).status).toBe(200)
    expect((await atSecond.post('/api/visitors/track', { path: '/meme', fingerprint: 42 })).status).toBe(200)
    await view(atSecond, '/')
    expect(await stored()).toEqual(emptied)
    expect(await viewed()).toEqual([])
    await expectHonestNumbers(first)
  },
)

thoroughTest(
  'who was erased a moment ago and submits again is a new visitor, whichever process gets it',
  async () => {
    const { atSecond, erase, stored, lead, id } = await erased('back@example.com')
    expect((await erase()).status).toBe(200)
    const cookie = atSecond.cookies.get('leadline_visitor')
    expect((await atSecond.post('/api/capture-lead', lead)).status).toBe(200)
    expect(atSecond.cookies.get('leadline_visitor')).not.toBe(cookie)
    expect(await stored()).toEqual(emptied)
    expect(
      await first.query('select 1 from leads where email = $1 and visitor_id <> $2', [lead.email, id]),
    ).toHaveLength(1)
    await expectHonestNumbers(first)
  },
)

thoroughTest('nor is what adverts are told with that cookie, or may be', async () => {
  const { atSecond, erase, id } = await erased('adverts@example.com')
  expect((await erase()).status).toBe(200)
  const event = { eventId: randomUUID(), eventName: 'Lead', path: '/', moment: 'submit' }
  const cookie = atSecond.cookies.get('leadline_visitor')
  const claimed = await atSecond.post('/api/visitors/pixel-event', { ...event, timezone: 'America/New_York' })
  // A process that has heard of the erasure by now takes whoever calls for somebody new, whose event it is.
  const isNew = atSecond.cookies.get('leadline_visitor') !== cookie
  expect([claimed.status, claimed.body]).toEqual([200, { success: true, isNew }])
  const { version } = defaultSiteContent.adConsent
  const said = { choice: 'granted', version, page: '/meme', timezone: 'Europe/Berlin' }
  expect((await atSecond.post('/api/visitors/ad-consent', said)).status).toBe(200)
  for (const table of ['pixel_events', 'ad_events', 'ad_consents'])
    expect([table, await first.query(`select * from ${table} where visitor_id = $1`, [id])]).toEqual([
      table,
      [],
    ])
})
