import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const booking = (email: string) => ({ email, tagName: 'VH04 - Booked Call', source: 'cal_booking' })
const tagsOf = async (email: string): Promise<string[]> => {
  const { body } = await owner.get(`/api/customers?range=today&q=${encodeURIComponent(email)}`)
  return body[0]?.tags ?? []
}
async function lead(email: string, page = '/') {
  const browser = product.browser()
  const answer = await browser.post('/api/capture-lead', { name: 'Ada', email, phone: '202-555-0143', page })
  expect(answer.status).toBe(200)
  return browser
}

describe('the calls after the capture', () => {
  it('tags the pitch when 715 seconds were watched, once, and not a second earlier', async () => {
    const browser = await lead('watcher@example.com')
    expect((await browser.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime: 714 })).status).toBe(
      200,
    )
    expect(await tagsOf('watcher@example.com')).toEqual(['VH01 - Lead'])
    await browser.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime: 720 })
    await browser.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime: 720 })
    expect(await tagsOf('watcher@example.com')).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
  })

  it('keeps what was watched before the form and gives it to the lead', async () => {
    const browser = product.browser()
    await browser.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime: 720 })
    await browser.post('/api/capture-lead', {
      name: 'Bo',
      email: 'later@example.com',
      phone: '202-555-0144',
      page: '/',
    })
    expect(await tagsOf('later@example.com')).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
  })

  it('tags an application on a thank-you page for the lead of this browser', async () => {
    const browser = await lead('applied@example.com')
    const body = { fingerprint: 1, page: '/thankyoucall' }
    expect((await browser.post('/api/leads/application-confirmation', body)).status).toBe(200)
    expect((await browser.post('/api/leads/application-confirmation', body)).status).toBe(200)
    expect(await tagsOf('applied@example.com')).toEqual(['VH01 - Lead', 'VH03 - Filled Application'])
  })

  it('takes a completion for the own lead, and only notes one with another person’s email or phone', async () => {
    const browser = await lead('mine@example.com')
    await lead('victim@example.com')
    const completion = { first_name: 'V', email: 'victim@example.com', page: '/thankyoucall' }
    expect((await browser.post('/api/process-typeform-completion', completion)).status).toBe(200)
    expect(await tagsOf('victim@example.com')).toEqual(['VH01 - Lead'])
    expect(await tagsOf('mine@example.com')).toEqual(['VH01 - Lead'])
    await browser.post('/api/process-typeform-completion', { ...completion, email: 'Mine@example.com' })
    expect(await tagsOf('mine@example.com')).toEqual(['VH01 - Lead', 'VH03 - Filled Application'])
  })

  it('asks for an email or a phone in a completion', async () => {
    const answer = await product.browser().post('/api/process-typeform-completion', { page: '/thankyoucall' })
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      error: 'An email or a phone is needed.',
      fields: { email: 'An email or a phone is needed.' },
    })
  })

  it('tags a booking for the own email, and answers the same for an unknown and for another person’s email', async () => {
    const browser = await lead('booked@example.com')
    await lead('other@example.com')
    expect((await browser.post('/api/leads/add-booking-tag', booking('booked@example.com'))).status).toBe(200)
    expect(await tagsOf('booked@example.com')).toEqual(['VH01 - Lead', 'VH04 - Booked Call'])
    const unknown = await browser.post('/api/leads/add-booking-tag', booking('nobody@example.com'))
    const other = await browser.post('/api/leads/add-booking-tag', booking('other@example.com'))
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'Contact not found' }])
    expect([other.status, other.body]).toEqual([404, { error: 'Contact not found' }])
    expect(await tagsOf('other@example.com')).toEqual(['VH01 - Lead'])
  })

  it('keeps a booking from before the form for the lead of that email, and gives nobody else’s away', async () => {
    const browser = product.browser()
    await browser.post('/api/visitors/page-view', { path: '/bookstrategy' })
    for (const email of ['early@example.com', 'somebody@example.com'])
      expect((await browser.post('/api/leads/add-booking-tag', booking(email))).status).toBe(404)
    const fields = { name: 'Cy', email: 'Early@example.com', phone: '202-555-0145', page: '/bookstrategy' }
    expect((await browser.post('/api/capture-lead', fields)).status).toBe(200)
    expect((await browser.post('/api/capture-lead', fields)).status).toBe(200)
    expect(await tagsOf('early@example.com')).toEqual(['VH01 - Lead', 'VH04 - Booked Call'])
    expect(
      await product.query(
        `select key, lead_id is not null as "isOfLead" from milestones where kind = 'booking'
          and key in ('early@example.com', 'somebody@example.com') order by key`,
      ),
    ).toEqual([
      { key: 'early@example.com', isOfLead: true },
      { key: 'somebody@example.com', isOfLead: false },
    ])
    await lead('somebody@example.com')
    expect(await tagsOf('somebody@example.com')).toEqual(['VH01 - Lead'])
  })

  it('refuses any other tag and source', async () => {
    const browser = await lead('tags@example.com')
    const answer = await browser.post('/api/leads/add-booking-tag', {
      email: 'tags@example.com',
      tagName: 'VIP',
      source: 'me',
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields)).toEqual(['tagName', 'source'])
    expect(await tagsOf('tags@example.com')).toEqual(['VH01 - Lead'])
  })

  it('limits claims about one email, from however many browsers they come', async () => {
    const answers: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1)
      answers.push(
        (await product.browser().post('/api/leads/add-booking-tag', booking('target@example.com'))).status,
      )
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(404))
    expect(answers.slice(10)).toEqual([429, 429])
  })

  it('stores watched steps once, however often and in whatever order they come', async () => {
    const browser = await lead('steps@example.com')
    const watched = { media: 'abc123', steps: [3, 1, 2, 2], position: 19.4, duration: 900 }
    expect((await browser.post('/api/visitors/watch-progress', watched)).status).toBe(200)
    expect((await browser.post('/api/visitors/watch-progress', { ...watched, steps: [2, 7] })).status).toBe(
      200,
    )
    const rows = await product.query('select media, steps, position_seconds from watch_progress')
    expect(rows).toEqual([{ media: 'abc123', steps: [1, 2, 3, 7], position_seconds: 19 }])
  })
})
