import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { waitFor } from '#support/eventually.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { Answer, TestBrowser } from '#support/test-browser.ts'
import { personOf } from './person-to-erase.ts'

let product: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runProduct({ content: SiteContent.parse({ pixel: { id: '123456789012345' } }) })
  owner = await product.owner()
})
afterAll(() => product?.end())

const answers = (email: string) => ({
  ...{ name: 'Ada Kern', email, phone: '+1 202 555 0143', situation: 'employed', ready: '8', start: 'now' },
  ...{ problem: 'Finding a first customer.', goal: 'Ten of them.', alone: 'yes', budget: 'medium' },
})

/** Makes somebody a lead who has begun to apply. */
async function applicant(email: string) {
  const browser = product.browser()
  const lead = { name: 'Ada Kern', email, phone: '+1 202 555 0143', page: '/' }
  expect((await browser.post('/api/capture-lead', lead)).status).toBe(200)
  const begun = { responseId: randomUUID(), page: '/apply', answers: answers(email) }
  expect((await browser.post('/api/application/answers', { ...begun, revision: 1 })).status).toBe(200)
  const { person_id: personId } = await personOf(product, email)
  return {
    browser,
    lead,
    erase: () => owner.post(`/api/people/${personId}/erase`, {}),
    apply: () => browser.post('/api/application', { ...begun, elapsed: 60_000 }),
  }
}

/**
 * Stops erasures where they have their leads, and come to this table: before most, or after what else belongs to them;
 * resolves once this one stands there.
 */
async function heldErasure(erase: () => Promise<Answer>, table: string) {
  const holder = await holdLocks(product.databaseUrl, `lock table ${table} in share mode`)
  const erasing = erase()
  await holder.untilHeldUp(`the erasure comes to ${table}`)
  return {
    erasing,
    goOn: holder.letGo,
    /** Waits until a call waits for the erasure, in this statement, or has stored what it brought. */
    holdsUp: (statement = '%', stored?: string) =>
      waitFor('a call waits for the erasure', async () => {
        const rows = await product.query(
          'select from pg_stat_activity where pid = any($1::int[]) and query like $2',
          [await holder.behind(), statement],
        )
        return rows.length > 0 || (stored !== undefined && (await product.query(stored)).length > 0)
      }),
  }
}

const deadlocks = async () =>
  (await product.query('select deadlocks from pg_stat_database where datname = current_database()'))[0]
    ?.deadlocks

test('an application that is sent while its sender is erased is taken, and is nobody’s', async () => {
  const { erase, apply } = await applicant('ada@example.com')
  const { erasing, goOn, holdsUp } = await heldErasure(erase, 'crm_appointments')
  const applying = apply()
  await holdsUp()
  await goOn()
  expect((await erasing).status).toBe(200)
  expect((await applying).status).toBe(200)
  expect(await deadlocks()).toBe('0')
  expect(await product.query(`select lead_id from external_events where kind = 'application'`)).toEqual([
    { lead_id: null },
  ])
  expect(await product.query('select name from leads')).toEqual([{ name: 'Erased person' }])
})

test('who is erased before the application’s turn comes goes with it', async () => {
  const { erase, apply } = await applicant('bea@example.com')
  expect((await apply()).status).toBe(200)
  expect((await erase()).status).toBe(200)
  expect(
    await product.query(`select 1 from applications where answers::text like '%bea@example.com%'`),
  ).toEqual([])
})

test('a submit under another email while its sender is erased is a new visitor’s', async () => {
  const { browser, erase, lead } = await applicant('cid@example.com')
  const [before] = await product.query(`select visitor_id from leads where email = 'cid@example.com'`)
  const { erasing, goOn, holdsUp } = await heldErasure(erase, 'crm_appointments')
  const submitting = browser.post('/api/capture-lead', { ...lead, email: 'cid.other@example.com' })
  await holdsUp()
  await goOn()
  expect((await erasing).status).toBe(200)
  expect((await submitting).status).toBe(200)
  const [after] = await product.query(`select visitor_id from leads where email = 'cid.other@example.com'`)
  expect(after?.visitor_id).not.toBe(before?.visitor_id)
  expect(
    await product.query('select person_id, ip_address from visitors where id = $1', [before?.visitor_id]),
  ).toEqual([{ person_id: null, ip_address: null }])
})

test('what a browser tells of itself while its sender is erased stays nowhere', async () => {
  const { browser, erase, lead } = await applicant('dan@example.com')
  const [before] = await product.query(`select id from leads where email = 'dan@example.com'`)
  const { erasing, goOn, holdsUp } = await heldErasure(erase, 'crm_appointments')
  const telling = browser.post('/api/analytics/capture-with-visitor', {
    ...{ ...lead, slug: '/', timezone: 'America/Denver', screenWidth: 390, landingPath: '/meme' },
  })
  await holdsUp()
  await goOn()
  expect((await erasing).status).toBe(200)
  await telling
  expect(await deadlocks()).toBe('0')
  expect(
    await product.query(
      `select lead.details as "ofLead", capture.details ->> 'timezone' as timezone
       from leads lead join lead_captures capture on capture.lead_id = lead.id where lead.id = $1`,
      [before?.id],
    ),
  ).toEqual([{ ofLead: {}, timezone: null }])
})

test('what is typed into the application while its sender is erased is not kept', async () => {
  const { browser, erase } = await applicant('eve@example.com')
  const { erasing, goOn, holdsUp } = await heldErasure(erase, 'lead_notes')
  const begun = { responseId: randomUUID(), page: '/apply', revision: 1 }
  const typing = browser.post('/api/application/answers', { ...begun, answers: answers('eve@example.com') })
  await holdsUp('%', `select 1 from application_responses where id = '${begun.responseId}'`)
  await goOn()
  expect((await erasing).status).toBe(200)
  await typing
  expect(
    await product.query(`select 1 from application_responses where answers::text like '%eve@example.com%'`),
  ).toEqual([])
})

test('what the pixel tells, and a yes to it, while its sender is erased is kept without them', async () => {
  const { browser, erase } = await applicant('fay@example.com')
  const [before] = await product.query(`select visitor_id from leads where email = 'fay@example.com'`)
  const { erasing, goOn, holdsUp } = await heldErasure(erase, 'lead_notes')
  const event = { eventId: randomUUID(), eventName: 'Lead', path: '/', moment: 'submit' }
  const firing = browser.post('/api/visitors/pixel-event', { ...event, timezone: 'America/Denver' })
  await holdsUp('%', `select 1 from pixel_events where id = '${event.eventId}'`)
  const saying = browser.post('/api/visitors/ad-consent', { choice: 'granted', version: 'any', page: '/' })
  await holdsUp('%', `select 1 from ad_consents where visitor_id = '${before?.visitor_id}'`)
  await goOn()
  expect((await erasing).status).toBe(200)
  await Promise.all([firing, saying])
  const told = (table: string) =>
    product.query(`select 1 from ${table} where visitor_id = $1 and ip_address is not null`, [
      before?.visitor_id,
    ])
  expect([await told('pixel_events'), await told('ad_consents')]).toEqual([[], []])
})

test.each([
  ['before it takes their notes', 'crm_appointments'],
  ['after that', 'erased_visitors'],
])('what the owner writes about somebody who is being erased, %s, is not kept', async (_, table) => {
  const email = `gus.${table}@example.com`
  const { erase } = await applicant(email)
  const { id } = await personOf(product, email)
  const { erasing, goOn, holdsUp } = await heldErasure(erase, table)
  const noting = owner.post(`/api/leads/${id}/notes`, { text: 'Gus has a sister.' })
  const planning = sendJson(owner, 'PUT', `/api/leads/${id}/next-step`, { text: 'Ring', dueOn: '2026-12-01' })
  for (const written of ['lead_notes', 'lead_next_steps']) await holdsUp(`%insert into ${written} %`)
  await goOn()
  expect((await erasing).status).toBe(200)
  expect([(await noting).status, (await planning).status]).toEqual([404, 404])
  expect(await deadlocks()).toBe('0')
  expect(await product.query('select text from lead_notes where lead_id = $1', [id])).toEqual([])
  expect(await product.query('select text from lead_next_steps where lead_id = $1', [id])).toEqual([])
})
