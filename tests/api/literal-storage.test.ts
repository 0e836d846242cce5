import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  product = await runProduct({ clock: clockFrom(wednesday) })
  owner = await product.owner()
})
afterAll(() => product?.end())

const nasty = [
  "'; drop table leads; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what an attacker types is a text, not a template
  '${7*7}{{7*7}}%s%n$(id)`id`',
  '\\u0041\\x00\\',
  '=HYPERLINK("http://x")',
  'Ünï çødé 漢字 😀 مرحبا',
]

test.each(nasty)('%s in any field is stored and given back as it was typed', async (text) => {
  const browser = product.browser()
  const email = `t${nasty.indexOf(text)}@example.com`
  const path = `/${text.replaceAll(/[?#]/g, '')}`.trim()
  const attribution = {
    utm_source: text,
    utmCampaign: text,
    utm_term: text,
    fbclid: text,
    fbc: text,
    fbp: text,
  }
  const device = { fingerprint: text, timezone: text, language: text }
  const view = { path, title: text, referrer: text, sessionId: text }
  expect((await browser.post('/api/visitors/track', { ...view, ...device, ...attribution })).status).toBe(200)
  expect((await browser.post('/api/visitors/page-view', { ...view, ...device, ...attribution })).status).toBe(
    200,
  )
  const lead = {
    name: text,
    phone: text.slice(0, 40).trim(),
    email,
    page: path,
    lead_magnet: text,
    submissionId: text,
  }
  expect((await browser.post('/api/capture-lead', { ...lead, ...device, ...attribution })).status).toBe(200)

  const kept = { utmSource: text, utmCampaign: text, utmTerm: text, fbclid: text, fbc: text, fbp: text }
  const leads = await owner.get(`/api/customers?range=today&q=${encodeURIComponent(email)}`)
  expect(leads.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(leads.headers.get('x-content-type-options')).toBe('nosniff')
  expect(leads.body).toHaveLength(1)
  expect(leads.body[0]).toMatchObject({
    name: text,
    phone: lead.phone,
    email,
    slug: path,
    leadMagnet: text,
    timezone: text,
    language: text,
    ...kept,
  })
  const visitors = await owner.get(`/api/visitors?range=today&q=${encodeURIComponent(text)}`)
  expect(visitors.body).toHaveLength(1)
  expect(visitors.body[0]).toMatchObject({
    name: text,
    email,
    timezone: text,
    language: text,
    fingerprint: text,
    ...kept,
  })
  const views = await owner.get(`/api/page-views?range=today&q=${encodeURIComponent(text)}`)
  expect(views.body).toHaveLength(1)
  expect(views.body[0]).toMatchObject({ page: path, referrer: text, metadata: { title: text }, ...kept })
})

test('a search finds its characters and no pattern', async () => {
  for (const q of ['%', '_', '\\', "'", '%%', '____'])
    for (const list of ['/api/visitors', '/api/page-views', '/api/customers'])
      expect((await owner.get(`${list}?range=today&q=${encodeURIComponent(q)}x-none`)).body).toEqual([])
})
