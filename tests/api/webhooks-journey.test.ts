import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { productWithOptions, startProductProcess } from '#support/product-process.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { startDatabaseWire } from '#support/tcp-proxy.ts'
import { createBrowser } from '#support/test-browser.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct } from '#support/webhook-product.ts'
import {
  calCall,
  deliver,
  stripeCall,
  typeformCall,
  voiceCall,
  webhookSecrets,
} from '#support/webhook-senders.ts'
import { expectRefusal } from './expect-refusal.ts'

type Step = { at: string; kind?: string; step?: string; status?: string; page?: string }

ordinaryTest('a journey from the ad to the payment, in the right order, with its evidence', async () => {
  const product = await runWebhookProduct()
  onTestFinished(() => product.end())
  const ada = product.browser()
  await ada.post('/api/visitors/page-view', { path: '/meme?utm_source=ig', title: 'Meme', utm_source: 'ig' })
  await ada.post('/api/capture-lead', {
    name: 'Ada',
    email: 'ada@example.com',
    phone: '202-555-0143',
    page: '/meme',
  })
  await ada.post('/api/process-typeform-completion', { email: 'ada@example.com', page: '/thankyoucall' })
  const leadId = await product.leadIdOf('ada@example.com')
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await product.tell(
    // The money is told first and everything else backwards.
    stripeCall(
      checkoutEvent('checkout.session.completed', {
        eventId: 'evt_1',
        session: 'cs_1',
        at: later(90),
        email: 'firm@example.com',
        reference: leadId,
      }),
    ),
    calCall(
      calBooking('BOOKING_CANCELLED', {
        uid: 'second',
        createdAt: later(80),
        more: { cancellationReason: 'Ill' },
      }),
    ),
    calCall(
      calBooking('BOOKING_RESCHEDULED', {
        uid: 'second',
        createdAt: later(70),
        more: { rescheduleUid: 'first' },
      }),
    ),
    calCall(calBooking('BOOKING_CREATED', { uid: 'first', createdAt: later(60) })),
    voiceCall({ callId: 'c', leadId, status: 'ended', at: later(50), durationSec: 61, summary: 'Keen.' }),
    voiceCall({ callId: 'c', leadId, status: 'answered', at: later(49) }),
    typeformCall(formResponse({ token: 't', submittedAt: later(40), email: 'ada@example.com' })),
  )
  const owner = await product.owner()
  const [lead] = (await owner.get('/api/customers?range=all')).body
  const { body } = await owner.get(`/api/customer-journey/${lead.personId}`)
  const steps: Step[] = [
    ...body.pageViews.map((view: { timestamp: string }) => ({ at: view.timestamp, kind: 'view' })),
    ...body.captures.map((capture: Step) => ({ at: capture.at, kind: 'capture' })),
    ...body.milestones.map(({ at, kind }: Step) => ({ at, kind: `claimed ${kind}` })),
    ...body.applications.map(({ at }: Step) => ({ at, kind: 'application' })),
    ...body.calls.map(({ at, status }: Step) => ({ at, kind: `call ${status}` })),
    ...body.bookings.map(({ at, step }: Step) => ({ at, kind: `booking ${step}` })),
    ...body.payments.map(({ at, step }: Step) => ({ at, kind: `payment ${step}` })),
  ]
  expect(steps.sort((a, b) => a.at.localeCompare(b.at)).map(({ kind }) => kind)).toEqual([
    'view',
    'capture',
    'claimed application',
    'application',
    'call answered',
    'call ended',
    'booking created',
    'booking rescheduled',
    'booking cancelled',
    'payment paid',
  ])
  expect(body.milestones).toMatchObject([{ kind: 'application', claimed: true, confirmed: true }])
  expect(body.applications[0].answers[1]).toEqual({ question: 'What can you invest?', answer: '$5,000' })
  expect(body.calls[0]).toMatchObject({ summary: null })
  expect(body.calls[1]).toMatchObject({ summary: 'Keen.', durationSec: 61, joinedBy: 'reference' })
  expect(body.bookings[2]).toMatchObject({ reason: 'Ill', joinedBy: 'email' })
  // The tag of the booking leads to the booking.
  const booked = body.tags.find(({ tagName }: { tagName: string }) => tagName === 'VH04 - Booked Call')
  expect(body.bookings.map(({ id }: { id: string }) => id)).toContain(booked?.causeId)
  expect(body.payments).toMatchObject([
    { amountMinor: 249_700, currency: 'usd', payerEmail: 'firm@example.com', joinedBy: 'reference' },
  ])
})

thoroughTest('while the database is away nothing is acknowledged, and afterwards it is taken', async () => {
  const database = await freshDatabase()
  const { wire, url } = await startDatabaseWire(database.url)
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-webhooks-'))
  const product = await startProductProcess(
    { DATABASE_URL: url, DATA_DIR: dataDir, ...webhookSecrets },
    productWithOptions,
  )
  onTestFinished(async () => {
    await product.kill()
    await wire.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const call = calCall(calBooking('BOOKING_CREATED', { uid: 'u', createdAt: new Date().toISOString() }))
  await wire.refuse()
  const answer = await deliver(product.url, call)
  expectRefusal(answer, 'a delivery without a database', 503)
  expect(answer.headers['retry-after']).toBeTruthy()
  await wire.pass()
  const browser = createBrowser(product.url)
  await waitFor('ready again', async () => (await browser.get('/readyz')).status === 200)
  expect((await deliver(product.url, call)).status).toBe(200)
})

thoroughTest('at the most talkative level the log holds nothing of a delivery', async () => {
  const database = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-webhooks-'))
  const product = await startProductProcess(
    { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...webhookSecrets },
    productWithOptions,
  )
  onTestFinished(async () => {
    await product.kill()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const email = 'zelda.quint@private-mail.example'
  const hidden = { first_name: 'Zelda', note: 'secretmark7711' }
  const at = new Date().toISOString()
  for (const call of [
    calCall(calBooking('BOOKING_CREATED', { uid: 'secretmark7711', createdAt: at, email })),
    calCall({ triggerEvent: 'BOOKING_CREATED', createdAt: at, payload: { email, title: 'secretmark7711' } }),
    calCall(`{"secretmark7711": "${email}`),
    typeformCall(formResponse({ token: 't', submittedAt: at, email, hidden })),
    typeformCall(formResponse({ token: 't', submittedAt: at, email, hidden }), 'a-wrong-secret-012345'),
    voiceCall({ callId: 'c', status: 'ended', summary: 'secretmark7711 Zelda' }),
  ])
    await deliver(product.url, call)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await waitFor('every delivery worked off', async () => {
    const { rows } = await client.query('select state from webhook_deliveries')
    return rows.length > 0 && rows.every(({ state }) => state !== 'waiting')
  })
  await client.end()
  await product.stop()
  expect(product.output()).toContain('Leadline is ready')
  for (const word of [email, 'zelda', 'secretmark7711', ...Object.values(webhookSecrets)])
    expect([word, product.output().toLowerCase().includes(word.toLowerCase())]).toEqual([word, false])
})
