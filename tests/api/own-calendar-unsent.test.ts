import { afterAll, beforeAll, expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await runProduct({ content: SiteContent.parse({ mails: { moved: { isSent: false } } }) })
})
afterAll(() => product?.end())

const mails = async (email: string) =>
  product.query(
    `select purpose, calendar_content, key from mails
      where to_email = $1 and state = 'waiting' and purpose !~ 'Before$' order by created_at`,
    [email],
  )
// A busy machine may send somebody away for a moment, who then asks again.
const post = (browser: TestBrowser, path: string, body: object) =>
  waitFor('an answer', async () => {
    const answer = await browser.post(path, body)
    return answer.status !== 503 && answer
  })

async function book(email: string) {
  const visitor = product.browser()
  const free: string[] = (await visitor.get('/api/calendar/slots')).body.slots
  const fields = { start: free.at(-1), name: 'Ada Kern', email, bookingId: email, timezone: 'UTC' }
  const { token } = (await post(visitor, '/api/calendar/bookings', fields)).body
  const move = async (from: number) =>
    expect(
      (await post(visitor, `/api/calendar/bookings/${token}/move`, { start: free.at(from) })).status,
    ).toBe(200)
  return { move }
}

test('whoever was not written to yet gets the confirmation, though nobody is written to about moves', async () => {
  const { move } = await book('unsent@example.com')
  await move(-3)
  await move(-5)
  const waiting = await mails('unsent@example.com')
  expect(waiting).toMatchObject([{ purpose: 'booking-confirmed' }])
  expect(waiting[0]?.calendar_content).toContain('SEQUENCE:2')
})

test('whoever has the confirmation is not written to about the move', async () => {
  const email = 'sent@example.com'
  const { move } = await book(email)
  await product.query(
    "update mails set state = 'sent' where to_email = $1 and purpose = 'booking-confirmed' returning id",
    [email],
  )
  await move(-7)
  expect(await mails(email)).toEqual([])
})
