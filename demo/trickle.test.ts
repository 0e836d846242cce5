import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Connections, vendors as every } from '#contract/connections.ts'
import { systemClock } from '#server/platform/clock.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { coachSite } from './coach-site.ts'
import { type DemoVendors, startDemoVendors } from './demo-vendors.ts'
import { PIXEL_ID } from './meta.ts'
import { startTrickle, type Trickle } from './trickle.ts'
import { vendorsOfMonth } from './vendors-of-month.ts'

let vendors: DemoVendors
let product: RunningProduct
let owner: TestBrowser
let trickle: Trickle
const said: string[] = []

beforeAll(async () => {
  vendors = await startDemoVendors()
  product = await runProduct({
    environment: { ...vendors.environment, TRUST_PROXY: 'loopback' },
    content: coachSite,
    ...{ crm: vendors.crm.crm, isDemo: true, laterAfterSeconds: 1 },
  })
  owner = await product.owner()
  const { emailTo, webhookUrl } = vendorsOfMonth(vendors, systemClock).alerts
  const { status } = await owner.send('PUT', '/api/alerts/settings', {
    body: JSON.stringify({ emailTo, webhookUrl, emailNewLead: true, webhookNewLead: true }),
    headers: { 'content-type': 'application/json' },
  })
  expect(status).toBe(200)
  trickle = startTrickle(product.url, vendors, { say: (line) => said.push(line), hurry: 80 })
})
afterAll(async () => {
  await trickle?.stop()
  await product?.end()
  await vendors?.stop()
})

const read = async () => Connections.parse((await owner.get('/api/connections')).body).connections

const viewsTaken = async () => {
  const [row] = await product.query('select count(*) as count from page_views')
  return Number(row?.count)
}

describe('while the demo runs', () => {
  it('every vendor is heard from or told, and nothing goes wrong', async () => {
    await waitFor('every connection works', async () =>
      (await read()).every(
        ({ vendor, state, lastSuccessAt }) =>
          // What ads cost comes as files.
          vendor === 'meta-ads' || (state === 'working' && lastSuccessAt !== null),
      ),
    )
    expect((await read()).map(({ vendor }) => vendor)).toEqual([...every])
    expect((await read()).map(({ refused }) => refused)).toEqual(every.map(() => null))
    expect(said).toEqual([])
  })

  it('journeys grow: applied, called, booked, moved and paid, each joined to its lead', async () => {
    await waitFor('all that may happen', async () => {
      const found = await product.query(`select distinct external.kind || ' ' || event.kind as kind
        from external_events external join external_event_updates event on event.external_event_id = external.id
        where external.lead_id is not null`)
      const names = found.map(({ kind }) => String(kind))
      return [
        ...['application submitted', 'call queued', 'call ringing'],
        ...['booking created', 'booking moved', 'payment paid'],
      ].every((kind) => names.includes(kind))
    })
    const [open] = await product.query(
      `select count(*) as count from webhook_deliveries where state = 'parked'`,
    )
    expect(Number(open?.count)).toBe(0)
  })

  it('Meta is told by the server what browsers claimed and vendors verify', async () => {
    const told = () => new Set([...vendors.meta.taken].map((event) => event.split(' ')[0]))
    // Invented people come at their own pace, and a busy machine has its own.
    await expect
      .poll(() => [...told()], { timeout: 100_000 })
      .toEqual(expect.arrayContaining(['Lead', 'ViewContent', 'Schedule']))
    await waitFor('something is told by the server alone', async () => {
      const [row] = await product.query(
        `select count(*) as count from ad_events where reported_by = 'server' and state = 'sent'`,
      )
      return Number(row?.count) > 0
    })
    expect(vendors.meta.refused).toEqual([])
  })

  it('pages name the pixel, load nothing of it, and may not', async () => {
    const { text, headers } = await product.browser().get('/lander-hack')
    expect(text).toContain(PIXEL_ID)
    expect(text).toContain('isPixelMute')
    expect(headers.get('content-security-policy')).not.toContain('facebook')
  })

  it('ends at once, in the middle of everything, without a word', async () => {
    await trickle.stop()
    // What was sent before may still be on its way through the server.
    let taken = await viewsTaken()
    await waitFor('what was sent is taken', async () => {
      const before = taken
      await pause(300)
      taken = await viewsTaken()
      return taken === before
    })
    // One that was sent before may wait for the database for longer; it is of then.
    const quietSince = systemClock.now()
    await pause(1000)
    expect(await product.query('select path from page_views where at > $1', [quietSince])).toEqual([])
    expect(said).toEqual([])
  })
})
