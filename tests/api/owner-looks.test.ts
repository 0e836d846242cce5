import { describe, expect, it } from 'vitest'
import { ada, clockedProduct } from './clocked-product.ts'

type Row = { email: string; stage: string; phoneE164: string; phoneText: string }

const clocked = clockedProduct()
const look = async () => (await clocked.owner.post('/api/analytics/looks', {})).body
const people = async (query: string) => {
  const answer = await clocked.owner.get(`/api/customers?range=all&include=records&${query}`)
  return { total: answer.headers.get('x-total-count'), emails: answer.body.map(({ email }: Row) => email) }
}

async function visitor(path: string) {
  const browser = clocked.product.browser()
  await browser.post('/api/visitors/track', { path })
  await browser.post('/api/visitors/page-view', { path })
  return browser
}

describe('what is new since the owner last looked', () => {
  it('tells nothing the first time, and counts from the last look once half an hour lies between', async () => {
    const browser = await visitor('/meme')
    await browser.post('/api/capture-lead', { ...ada, page: '/meme' })
    expect(await look()).toEqual({ since: null, leads: 0, applications: 0, bookedCalls: 0 })
    const first = clocked.now()
    clocked.pass(20 * 60)
    expect(await look()).toMatchObject({ since: null })
    const last = clocked.now()
    expect(last).not.toEqual(first)

    clocked.pass(3600)
    await browser.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
    const other = await visitor('/lander-hack?utm_source=facebook&utm_source_platform=ig&utm_ad=Reel%203')
    await other.post('/api/capture-lead', {
      name: 'Bo',
      email: 'bo@example.com',
      phone: '+49 30 123456',
      page: '/lander-hack',
    })
    clocked.pass(3600)

    const news = { since: last.toISOString(), leads: 1, applications: 1, bookedCalls: 0 }
    expect(await look()).toEqual(news)
    // What one look shows stays while it lasts.
    clocked.pass(10 * 60)
    expect(await look()).toEqual(news)
    // Each number opens exactly its people.
    expect(await people(`since=${news.since}`)).toEqual({ total: '1', emails: ['bo@example.com'] })
    expect(await people(`since=${news.since}&step=applied`)).toEqual({ total: '1', emails: [ada.email] })
    expect(await people(`since=${news.since}&step=booked`)).toEqual({ total: '0', emails: [] })

    clocked.pass(3600)
    expect(await look()).toMatchObject({ leads: 0, applications: 0, bookedCalls: 0 })
  })

  it('leaves the owner’s own test out', async () => {
    clocked.pass(3600)
    const before = await look()
    await clocked.owner.post('/api/capture-lead', {
      name: 'Me',
      email: 'me@example.com',
      phone: '202-555-0177',
      page: '/',
    })
    clocked.pass(60)
    expect(await look()).toEqual(before)
  })

  it('is the owner’s alone', async () => {
    expect((await clocked.product.browser().post('/api/analytics/looks', {})).status).toBe(401)
  })
})

describe('a lead', () => {
  it('stands at the furthest step it reached, with the time it reached it', async () => {
    const { body } = await clocked.owner.get('/api/customers?range=all')
    const stages = Object.fromEntries(body.map(({ email, stage }: Row) => [email, stage]))
    expect(stages).toMatchObject({ [ada.email]: 'applied', 'bo@example.com': 'lead' })
    const lead = body.find(({ email }: Row) => email === ada.email)
    expect(Date.parse(lead.stageAt)).toBeGreaterThan(Date.parse(lead.firstSeen))
  })

  it('has its phone number as people write it', async () => {
    const { body } = await clocked.owner.get('/api/customers?range=all')
    const phones = Object.fromEntries(body.map((lead: Row) => [lead.email, [lead.phoneE164, lead.phoneText]]))
    expect(phones).toEqual({
      [ada.email]: ['+12025550143', '(202) 555-0143'],
      'bo@example.com': ['+4930123456', '+49 30 123456'],
    })
  })

  it('names in its journey the ad that brought it', async () => {
    const { body } = await clocked.owner.get('/api/customers?range=all&q=bo@example.com')
    const journey = await clocked.owner.get(`/api/customer-journey/${body[0].personId}`)
    expect(journey.body.captures).toMatchObject([
      { utmSource: 'facebook', utmSourcePlatform: 'ig', utmAd: 'Reel 3' },
    ])
  })
})
