import { expect, onTestFinished, test } from 'vitest'
import { makeBooking, makeSpend } from '#support/ad-makers.ts'
import { runProduct } from '#support/running-product.ts'

test('a call costs what was paid for it, beside ads of another currency that cost nothing in these days', async () => {
  const now = new Date('2026-09-03T10:00:00Z')
  const product = await runProduct({ clock: { now: () => now } })
  onTestFinished(() => product.end())
  const said = { utm_source: 'facebook', utm_medium: 'paid', utm_campaign: 'Spring' }
  const ann = product.browser()
  await ann.post('/api/visitors/page-view', { path: '/meme', ...said })
  await ann.post('/api/capture-lead', {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '+12025550143',
    page: '/meme',
  })
  await makeBooking(product, { leadId: await product.leadIdOf('ann@example.com'), at: now, status: 'held' })
  const paused = { platform: 'meta', campaign: 'Spring', currency: 'USD', micros: 0 }
  await makeSpend(product, [
    { ...paused, day: '2026-09-01', ad: 'Paused' },
    { ...paused, day: '2026-09-02', ad: 'Paused' },
    { campaign: 'Spring', day: '2026-09-02', ad: 'Running', currency: 'EUR', micros: 250_000_000 },
  ])
  const owner = await product.owner()
  const { status, body } = await owner.get('/api/ads?range=all&tz=UTC&level=campaign')
  expect(status).toBe(200)
  const paid = {
    spend: { currency: 'EUR', amount: 25_000 },
    otherSpend: [],
    costPerLead: { value: 25_000, currency: 'EUR' },
    costPerHeld: { value: 25_000, currency: 'EUR' },
    returnOnSpend: 0,
  }
  expect(body.total).toMatchObject(paid)
  expect(body.rows).toMatchObject([{ name: 'Spring', ...paid }])
})
