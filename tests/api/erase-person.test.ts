import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { calCall, deliver, voiceCall, webhookSecrets } from '#support/webhook-senders.ts'
import {
  leaveOpenWork,
  liveThrough,
  personOf,
  placesOf,
  rowsOfPerson,
  wanda,
  whatAndWhose,
  words,
} from './person-to-erase.ts'

const token = 'pit-erase'
const locationId = 'loc1'
let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId })
  product = await runProduct({
    // Wanda's address comes from a proxy, so that limits count it.
    environment: {
      ...webhookSecrets,
      TRUST_PROXY: '1',
      GHL_TOKEN: token,
      GHL_LOCATION_ID: locationId,
      GHL_BASE_URL: crm.url,
    },
    retryDelaySeconds: 1,
  })
  owner = await product.owner()
})
afterEach(() => crm.recover())
afterAll(async () => {
  await product.end()
  await crm.stop()
})

const numbers = async () => ({
  summary: (await owner.get('/api/analytics/summary?range=all')).body,
  leads: (await owner.get('/api/customers?range=all')).body.length,
  rules: (await owner.get('/api/auto-tags/rules')).body.map(
    ({ successCount, errorCount }: { successCount: number; errorCount: number }) => [
      successCount,
      errorCount,
    ],
  ),
})
const isDelivered = (email: string) =>
  waitFor(`${email} delivered`, async () => {
    const [row] = await product.query('select crm_state, crm_contact_stale from leads where email = $1', [
      email,
    ])
    return row?.crm_state === 'delivered' && !row.crm_contact_stale
  })
const deletionOf = async (leadId: string) => {
  const [row] = await product.query('select id, state, reason from crm_erasures where lead_id = $1', [leadId])
  return { id: row?.id, state: row?.state, reason: row?.reason }
}
/** The jobs that are still to try the deletion of a lead's contact. */
const deletionJobs = (leadId: string) =>
  product.query(
    `select state from jobs.job where name = 'delete-from-crm' and state in ('created', 'retry', 'active')
      and data ->> 'erasureId' = (select id::text from crm_erasures where lead_id = $1)`,
    [leadId],
  )
/** Captures somebody and erases them while the CRM refuses the token, until their deletion has failed. */
const eraseWhileRefused = async (lead: { email: string }): Promise<{ id: string }> => {
  await product.browser().post('/api/capture-lead', lead)
  await isDelivered(lead.email)
  const { id, person_id } = await personOf(product, lead.email)
  // What others of before still bring or delete there would fail as well.
  await waitFor('nothing under way', async () => {
    const jobs = await product.query(
      "select 1 from jobs.job where name in ('deliver-lead-to-crm', 'delete-from-crm') and state in ('created', 'retry', 'active')",
    )
    return jobs.length === 0
  })
  await crm.failWith('token-revoked')
  await owner.post(`/api/people/${person_id}/erase`, {})
  await waitFor('a failed deletion', async () => (await deletionOf(id)).state === 'failing')
  return { id }
}

ordinaryTest('a person goes out of every table and out of the CRM, and no number moves', async () => {
  const browser = await liveThrough(product)
  await product.browser().post('/api/capture-lead', {
    ...{ name: 'Otto Other', email: 'otto@example.com', phone: '(202) 555-0111', page: '/meme' },
  })
  await isDelivered(wanda.email)
  await isDelivered('otto@example.com')
  const { person_id: personId } = await personOf(product, wanda.email)
  expect(crm.contacts()).toHaveLength(2)
  await leaveOpenWork(product)

  const places = await placesOf(product, words)
  for (const place of [
    'leads.email',
    'lead_captures.email',
    'person_links.value',
    'page_views.title',
    'milestones.evidence',
    'milestones.key',
  ])
    expect(places).toContain(`public.${place}`)
  for (const place of [
    'webhook_deliveries.body',
    'calls.summary',
    'external_events.email',
    'visitors.first_touch',
    'ad_events.url',
    'ad_events.user_agent',
    'ad_events.fbc',
    'ad_events.fbp',
    'call_requests.phone_e164',
    'call_requests.reason',
    'external_events.key',
    'bookings.uid',
  ])
    expect(places).toContain(`public.${place}`)
  const claims = () => product.query("select key from rate_limits where key like 'funnel claim %'")
  expect(await claims()).not.toEqual([])
  expect(places).not.toContain('public.rate_limits.key')
  const { id: leadId } = await personOf(product, wanda.email)

  const hers = await rowsOfPerson(product, personId)
  const exported = await owner.get(`/api/people/${personId}/export`)
  expect(exported.headers.get('content-disposition')).toContain('attachment')
  const file = JSON.stringify(exported.body)
  for (const word of [wanda.email, 'Wanda Quillfeather spoke.', 'click-of-wanda', 'firm@example.com'])
    expect(file).toContain(word)
  expect(JSON.stringify(exported.body.browsers)).toContain('WandaPhone')
  expect(file).not.toContain('otto@example.com')

  const held = new Set(
    Object.values(exported.body).flatMap((rows) => (Array.isArray(rows) ? rows.map(whatAndWhose) : [])),
  )
  const missing = hers.filter(({ row }) => !held.has(row)).map(({ table }) => table)
  expect([...new Set(missing)].sort()).toEqual([])

  const before = await numbers()
  await expectHonestNumbers(product)
  expect((await owner.post(`/api/people/${personId}/erase`, {})).body).toEqual({ success: true })
  expect(await numbers()).toEqual(before)
  await expectHonestNumbers(product)

  await waitFor('the contact deleted', () => crm.effects().includes('contact deleted'))
  await waitFor('the CRM’s part done', async () => {
    const rows = await product.query("select 1 from crm_erasures where state = 'done'")
    return rows.length === 1
  })
  expect(crm.contacts()).toMatchObject([{ email: 'otto@example.com' }])
  expect(await placesOf(product, [...words, 'firm@example.com'])).toEqual([])
  expect(await claims()).toEqual([])
  expect(await placesOf(product, ['otto@example.com'])).not.toEqual([])
  // What had not gone out never will; that the rest did stays, about nobody.
  expect(
    await product.query('select state, person_id, ip_address, url from ad_events order by state'),
  ).toEqual(
    ['parked', 'sent'].map((state) => ({
      ...{ state, person_id: null, ip_address: null, url: 'https://coach.example.com/' },
    })),
  )
  expect(
    (await product.query('select state from call_requests where lead_id = $1 order by state', [leadId])).map(
      ({ state }) => state,
    ),
  ).toEqual(['not_called', 'parked', 'sent'])
  const { connections } = (await owner.get('/api/connections')).body
  expect(
    connections.find(({ vendor }: { vendor: string }) => vendor === 'voice').parkedItems,
  ).not.toContainEqual(expect.objectContaining({ title: expect.stringContaining('Call to') }))

  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  expect(await numbers()).toEqual(before)
  expect(await product.query('select 1 from crm_erasures')).toHaveLength(1)
  const calls = crm.log.length
  await owner.get('/api/customers?range=all')
  expect(crm.log.length).toBe(calls)

  // Her browser still has the cookie: whoever comes with it is a new visitor, and the old one stays nobody's.
  const gone = await product.query(
    'select visitor.* from visitors visitor join erased_visitors on visitor_id = id order by id',
  )
  expect(gone).toHaveLength(1)
  const cookie = browser.cookies.get('leadline_visitor')
  for (const call of ['track', 'page-view'])
    await browser.post(`/api/visitors/${call}`, { path: '/meme', fingerprint: 'finger-of-wanda' })
  expect(browser.cookies.get('leadline_visitor')).not.toBe(cookie)
  expect(
    await product.query('select visitor.* from visitors visitor join erased_visitors on visitor_id = id'),
  ).toEqual(gone)
})

ordinaryTest('who comes back after that is someone new', async () => {
  const browser = product.browser()
  await browser.post('/api/capture-lead', {
    name: 'Rita Roe',
    email: 'rita@example.com',
    phone: '(202) 555-0112',
    page: '/meme',
  })
  await isDelivered('rita@example.com')
  const first = await personOf(product, 'rita@example.com')
  await product.browser().post('/api/capture-lead', {
    ...{ name: 'R. Roe', email: 'rita@example.com', phone: '(202) 555-0112', page: '/meme' },
  })
  const waits = async () => ({
    lead: (await owner.get(`/api/leads/${first.id}`)).body.isUnconfirmed,
    details: (await owner.get(`/api/leads/${first.id}/unconfirmed`)).body.length,
  })
  expect(await waits()).toEqual({ lead: true, details: 1 })
  await owner.post(`/api/people/${first.person_id}/erase`, {})
  // Nobody can say any more whose they were.
  expect(await waits()).toEqual({ lead: false, details: 0 })
  expect((await browser.post('/api/leads/by-fingerprint', { fingerprint: '1' })).body).toEqual({
    success: false,
  })
  await browser.post('/api/capture-lead', {
    name: 'Rita Roe',
    email: 'rita@example.com',
    phone: '(202) 555-0112',
    page: '/meme',
  })
  const again = await personOf(product, 'rita@example.com')
  expect(again.id).not.toBe(first.id)
  expect(again.person_id).not.toBe(first.person_id)
  await expectHonestNumbers(product)
})

thoroughTest(
  'while the CRM is down its part waits, knows whom to delete, and forgets it once it is done',
  async () => {
    const deletions = () => crm.effects().filter((effect) => effect === 'contact deleted')
    const before = deletions().length
    const zed = { name: 'Zed Zebrowski', email: 'zed@example.com', phone: '(202) 555-0177', page: '/meme' }
    await product.browser().post('/api/capture-lead', zed)
    await isDelivered(zed.email)
    await crm.failWith('down')
    await owner.post(`/api/people/${(await personOf(product, zed.email)).person_id}/erase`, {})
    await waitFor('a failed deletion', async () => {
      const [row] = await product.query(
        "select reason from crm_erasures where email = 'zed@example.com' and state = 'failing'",
      )
      return Boolean(row?.reason)
    })
    expect(await placesOf(product, [zed.email])).toEqual(['public.crm_erasures.email'])
    await crm.failWith('apply-then-hang-up', { times: 1, on: 'DELETE' })
    await waitFor(
      'the CRM’s part done',
      async () => (await placesOf(product, [zed.email])).length === 0,
      60_000,
    )
    expect(crm.contacts().some(({ email }) => email === zed.email)).toBe(false)
    expect(deletions()).toHaveLength(before + 1)
  },
)

ordinaryTest(
  'the download has every row that erasing finds as the person’s, whatever browser it came from',
  async () => {
    const una = { name: 'Una Ulrich', email: 'una@example.com', phone: '(202) 555-0176', page: '/meme' }
    await product.browser().post('/api/capture-lead', una)
    await isDelivered(una.email)
    const { id: leadId, person_id: personId } = await personOf(product, una.email)
    // None of these browsers is known as hers: one is a machine's, one was parted from her, two only name her.
    await product.browser().post('/api/capture-lead', { ...una, website: 'https://spam.example.com' })
    await product.browser().post('/api/capture-lead', { ...una, name: 'U. Ulrich' })
    const [unconfirmed] = (await owner.get(`/api/leads/${leadId}/unconfirmed`)).body
    await owner.post(`/api/unconfirmed/${unconfirmed.id}/part`, {})
    const said = { first_name: 'Una', email: una.email, page: '/thankyoucall' }
    await product.browser().post('/api/process-typeform-completion', said)
    const begun = { responseId: crypto.randomUUID(), revision: 1, page: '/apply' }
    const answers = { email: una.email }
    await product.browser().post('/api/application/answers', { ...begun, answers })
    await product.query("insert into mail_suppressions (email, reason, at) values ($1, 'refused', now())", [
      una.email,
    ])

    const held = (await owner.get(`/api/people/${personId}/export`)).body
    const names = held.captures.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual(['U. Ulrich', 'Una Ulrich', 'Una Ulrich'])
    const receipts = held.consentReceipts.map(({ capture_id: id }: { capture_id: string }) => id)
    expect([...new Set(receipts)].sort()).toEqual(held.captures.map(({ id }: { id: string }) => id).sort())
    expect(held.milestones).toMatchObject([{ evidence: { email: una.email } }])
    expect(held.applicationForms).toMatchObject([{ id: begun.responseId }])
    expect(held.mailbox).toMatchObject([{ email: una.email, reason: 'refused' }])

    await owner.post(`/api/people/${personId}/erase`, {})
    await waitFor('nothing left', async () => (await placesOf(product, [una.email])).length === 0)
  },
)

ordinaryTest('a deletion that fails for 72 hours is set aside, and done once it is tried again', async () => {
  const yan = { name: 'Yan Yost', email: 'yan@example.com', phone: '(202) 555-0178', page: '/meme' }
  const { id } = await eraseWhileRefused(yan)
  await product.query(
    "update crm_erasures set failing_since = failing_since - interval '72 hours' where lead_id = $1",
    [id],
  )
  await waitFor('the deletion set aside', async () => (await deletionOf(id)).state === 'parked')
  expect((await deletionOf(id)).reason).toMatch(/^Gave up after 72 hours\. .*token/)
  await waitFor('no more tries', async () => (await deletionJobs(id)).length === 0)
  const { connections } = (await owner.get('/api/connections')).body
  expect(connections.find(({ vendor }: { vendor: string }) => vendor === 'crm')).toMatchObject({
    parked: 1,
    parkedItems: [{ title: 'Deletion of an erased contact', canReplay: true }],
  })
  await crm.recover()
  expect((await owner.post('/api/connections/crm/replay', {})).body).toMatchObject({ queued: 1 })
  await waitFor('the deletion done', async () => (await deletionOf(id)).state === 'done')
  expect(crm.contacts().some(({ email }) => email === yan.email)).toBe(false)
})

thoroughTest('a failing deletion whose job was lost is done once everything is tried again', async () => {
  const xia = { name: 'Xia Xu', email: 'xia@example.com', phone: '(202) 555-0179', page: '/meme' }
  const { id } = await eraseWhileRefused(xia)
  await waitFor('the job lost', async () => {
    await product.query(
      "delete from jobs.job where name = 'delete-from-crm' and state in ('created', 'retry')",
    )
    return (await deletionJobs(id)).length === 0
  })
  await crm.recover()
  const presses = await Promise.all([1, 2, 3].map(() => owner.post('/api/connections/crm/replay', {})))
  expect(presses.map(({ body }) => body.queued).sort()).toEqual([0, 0, 1])
  await waitFor('the deletion done', async () => (await deletionOf(id)).state === 'done')
  expect(crm.contacts().some(({ email }) => email === xia.email)).toBe(false)
})

thoroughTest('a delivery that is under way keeps nothing of the contact that it brought', async () => {
  const vera = { name: 'Vera Away', email: 'vera@example.com', phone: '(202) 555-0166', page: '/meme' }
  await crm.failWith('late', { times: 1, on: 'POST /contacts/upsert' })
  expect((await product.browser().post('/api/capture-lead', vera)).status).toBe(200)
  await waitFor('it is under way', () => crm.contacts().some(({ email }) => email === vera.email))
  const contact = crm.contacts().find(({ email }) => email === vera.email)
  const { id, person_id } = await personOf(product, vera.email)
  expect((await owner.post(`/api/people/${person_id}/erase`, {})).status).toBe(200)
  crm.answerLate()
  await waitFor('the deletion done', async () => (await deletionOf(id)).state === 'done')
  expect(crm.contacts().some(({ email }) => email === vera.email)).toBe(false)
  expect(await placesOf(product, [String(contact?.id)])).toEqual([])
  const leads = await product.query('select crm_state, crm_lease_until from leads where id = $1', [id])
  expect(leads).toEqual([{ crm_state: 'delivered', crm_lease_until: null }])
})

ordinaryTest(
  'a test of the owner’s that was not sent is removed here alone: the contact of that email stays',
  async () => {
    const { id: contactId } = crm.addContact({ email: 'coach@example.com', firstName: 'Cora' })
    await owner.post('/api/visitors/page-view', { path: '/meme' })
    const own = { name: 'Cora Coach', email: 'coach@example.com', phone: '(202) 555-0188', page: '/meme' }
    expect((await owner.post('/api/capture-lead', own)).status).toBe(200)
    const { id, person_id } = await personOf(product, own.email)
    expect((await owner.post(`/api/people/${person_id}/erase`, {})).status).toBe(200)
    expect(await product.query('select 1 from crm_erasures where lead_id = $1', [id])).toEqual([])
    expect(crm.contacts().filter((one) => one.email === own.email)).toMatchObject([{ id: contactId }])
  },
)

ordinaryTest(
  'what others’ vendors delivered stays open where it only seems to be about the erased person',
  async () => {
    const ann = { name: 'Ann Erased', email: 'ann@example.com', phone: '(202) 555-0144', page: '/meme' }
    expect((await product.browser().post('/api/capture-lead', ann)).status).toBe(200)
    // None names a call or a booking, so each is set aside until the owner has it worked off again.
    const setAside = (email: string) =>
      calBooking('BOOKING_CREATED', { uid: '', createdAt: '2026-11-20T10:00:00.000Z', email })
    const hostedByAnn = setAside('otto@example.com')
    Object.assign(hostedByAnn.payload ?? {}, { organizer: { name: 'Ann', email: ann.email } })
    for (const call of [
      voiceCall({ odd: true, note: 'call joann@example.com' }),
      voiceCall({ odd: true, note: `call ${ann.email}` }),
      calCall(hostedByAnn),
      calCall(setAside(ann.email)),
    ])
      expect((await deliver(product.url, call)).status).toBe(200)
    const open = () =>
      product.query(
        "select vendor, body from webhook_deliveries where state <> 'done' order by received_at, id",
      )
    await waitFor('all are set aside', async () => {
      const rows = await product.query("select 1 from webhook_deliveries where state = 'parked'")
      return rows.length === 4
    })
    const [joanns, , ottos] = await open()
    const { person_id } = await personOf(product, ann.email)
    expect((await owner.post(`/api/people/${person_id}/erase`, {})).status).toBe(200)
    expect(await open()).toEqual([joanns, ottos])
    expect(ottos?.body).toContain(ann.email)
  },
)

ordinaryTest('nobody and nonsense are refused', async () => {
  expect((await owner.post('/api/people/00000000-0000-7000-8000-000000000001/erase', {})).status).toBe(404)
  expect((await owner.get('/api/people/x/export')).status).toBe(404)
  expect((await product.browser().get('/api/people/x/export')).status).toBe(401)
})
