import { afterAll, beforeAll, expect, it } from 'vitest'
import { matchingRules } from '#server/tagging/matching-rules.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-01T12:00:00Z')

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now }, lookForViewsEveryMs: 500 })
  owner = await product.owner()
})
afterAll(() => product?.end())

const tryOut = (body: object) => owner.post('/api/auto-tags/rules/dry-run', body)

it('names exactly the leads that the rule tags once it runs, whatever its trigger and pages', async () => {
  const random = seededRandom(11)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const paths = [
    '/',
    '/meme',
    '/meme2',
    '/meme/',
    '/freetraining',
    '/freetraining2',
    '/thankyoucall',
    '/x%_y',
  ]
  const drafts = [
    { trigger: 'lead_captured', conditions: {} },
    { trigger: 'lead_captured', conditions: { page: ['meme'] } },
    { trigger: 'lead_captured', conditions: { exactPage: ['/meme'] } },
    { trigger: 'lead_captured', conditions: { page: ['%'], exactPage: ['/', '/freetraining/'] } },
    { trigger: 'video_progress', conditions: { watchTime: 715 } },
    { trigger: 'video_progress', conditions: { page: ['training'], watchTime: 300 } },
    { trigger: 'application', conditions: { page: ['thankyou'] } },
    { trigger: 'application', conditions: { exactPage: ['/meme2'] } },
    { trigger: 'application', conditions: {} },
    { trigger: 'booking', conditions: {} },
    { trigger: 'page_view', conditions: { exactPage: ['/freetraining'] } },
    { trigger: 'page_view', conditions: {} },
  ] as const
  // The rules stand before anything happens, so that they run on all of it.
  for (const [index, draft] of drafts.entries()) {
    const { status, text } = await owner.post('/api/auto-tags/rules', {
      name: `Rule ${index}`,
      tagName: `Tag ${index}`,
      ...draft,
    })
    expect(status, text).toBe(200)
  }
  for (let person = 0; person < 25; person += 1) {
    const browser = product.browser()
    const email = `p${person}@example.com`
    for (let step = 0; step < 8; step += 1) {
      now = new Date(now.getTime() + 60_000)
      const page = pick(paths)
      const what = pick(['view', 'view', 'capture', 'video', 'application', 'claim', 'booking'])
      if (what === 'view') await browser.post('/api/visitors/page-view', { path: page })
      if (what === 'capture') await browser.post('/api/capture-lead', { name: 'P', email, phone: '1', page })
      if (what === 'video')
        await browser.post('/api/leads/add-video-tag', { watchTime: pick([100, 299, 300, 714, 715, 900]) })
      if (what === 'application') await browser.post('/api/leads/application-confirmation', { page })
      if (what === 'claim')
        await browser.post('/api/process-typeform-completion', {
          email: pick([email, 'someone@example.com']),
          page: '/thankyoucall',
        })
      if (what === 'booking')
        await browser.post('/api/leads/add-booking-tag', {
          email,
          tagName: 'VH04 - Booked Call',
          source: 'cal_booking',
        })
    }
  }
  now = new Date(now.getTime() + 60_000)
  await waitFor('a look at every page view', async () => {
    const behind = `select 1 from auto_tag_rules
      where trigger = 'page_view' and (viewed_until is null or viewed_until < $1)`
    return (await product.query(behind, [now])).length === 0
  })
  for (const [index, draft] of drafts.entries()) {
    const tagged = await product.query('select lead_id from lead_tags where tag_name = $1 order by 1', [
      `Tag ${index}`,
    ])
    const { status, body } = await tryOut({ tagName: `Tag ${index}`, ...draft })
    expect(status).toBe(200)
    const found = body.people.map(({ leadId }: { leadId: string }) => leadId).sort()
    expect([JSON.stringify(draft), found]).toEqual([
      JSON.stringify(draft),
      tagged.map(({ lead_id }) => lead_id),
    ])
    expect([body.count, body.tagged, body.days]).toEqual([found.length, found.length, 30])
    expect(found.length).toBeGreaterThan(0)
    // Why: the event that is named would have set the rule off.
    for (const { cause, page, watchTime } of body.people) {
      const triggerEvent = { trigger: cause, page: page ?? undefined, watchTime: watchTime ?? undefined }
      const rule = { id: '1', tag_name: 'x', trigger: draft.trigger, conditions: toMutable(draft.conditions) }
      expect([draft, triggerEvent, matchingRules([rule], triggerEvent).length]).toEqual([
        draft,
        triggerEvent,
        1,
      ])
    }
  }
})

const toMutable = (conditions: object) => JSON.parse(JSON.stringify(conditions))

it('takes a rule by its id, forgets what is older than 30 days, and writes nothing', async () => {
  const [first] = (await owner.get('/api/auto-tags/rules')).body
  const before = await product.query('select count(*) from lead_tags')
  const byId = await tryOut({ ruleId: first.id })
  expect(byId.body.count).toBeGreaterThan(10)
  expect(byId.body.people[0]).toMatchObject({
    cause: 'lead_captured',
    hasTag: true,
    email: expect.any(String),
  })
  now = new Date(now.getTime() + 31 * 86_400_000)
  // Days later the owner has to sign in again.
  owner = await product.owner()
  expect((await tryOut({ ruleId: first.id })).body).toEqual({ days: 30, count: 0, tagged: 0, people: [] })
  expect(await product.query('select count(*) from lead_tags')).toEqual(before)
})

it('shows the newest 50 of many', async () => {
  await product.query(
    `with p as (insert into people select gen_random_uuid(), $1::timestamptz from generate_series(1, 70) returning id),
      l as (insert into leads (id, person_id, email, name, phone, slug, capture_source, first_captured_at, last_captured_at)
        select id, id, id || '@many.example', 'Many', '1', '/many', 'customer', $1, $1 from p returning id, email)
      insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, hidden)
      select gen_random_uuid(), $1::timestamptz - interval '1 hour', id, id, '/many', 'Many', email, '1', '', false from l`,
    [now],
  )
  const { body } = await tryOut({ trigger: 'lead_captured', conditions: { exactPage: ['/many'] } })
  expect([body.count, body.tagged, body.people.length]).toEqual([70, 0, 50])
})

it('refuses what is no rule', async () => {
  expectRefusal(await tryOut({}), 'nothing', 422)
  expectRefusal(await tryOut({ trigger: 'full_moon' }), 'an unknown trigger', 422)
  expectRefusal(await tryOut({ trigger: 'booking', conditions: { page: ['x'] } }), 'a page of a booking', 422)
  expectRefusal(await tryOut({ ruleId: 'none' }), 'an unknown rule', 404)
})
