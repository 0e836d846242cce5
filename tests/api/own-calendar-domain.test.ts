import { expect, test } from 'vitest'
import { wednesday } from '#support/clock-from.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const unfolded = (content: string) => content.replaceAll(/\r\n[ \t]/g, '')
const uidIn = (content: string) => /^UID:(.+?)\r?$/m.exec(unfolded(content))?.[1]
const invitations = async (product: RunningProduct, purpose: string) =>
  (
    await product.query('select calendar_content from mails where to_email = $1 and purpose = $2', [
      'ada@example.com',
      purpose,
    ])
  ).map(({ calendar_content }) => uidIn(calendar_content))

// A busy machine may send somebody away for a moment, who then asks again.
const post = (browser: TestBrowser, path: string, body: object) =>
  waitFor('an answer', async () => {
    const answer = await browser.post(path, body)
    return answer.status !== 503 && answer
  })

test('a call stays the same one in other calendars when the site gets another address', async () => {
  // By the machine's clock the first time offered may be too soon a moment later.
  const clock = { now: () => new Date(wednesday) }
  const before = await runProduct({ clock, environment: { PUBLIC_URL: 'http://old.example' } })
  const browser = before.browser()
  const [start = ''] = (await browser.get('/api/calendar/slots')).body.slots
  const { body } = await post(browser, '/api/calendar/bookings', {
    ...{ start, bookingId: 'one', name: 'Ada Kern', email: 'ada@example.com', timezone: 'Europe/Berlin' },
  })
  const uid = `${body.booking.uid}@old.example`
  expect(await invitations(before, 'booking-confirmed')).toEqual([uid])
  await before.stop()

  const environment = { PUBLIC_URL: 'http://new.example' }
  const after = await runProduct({ clock, environment, databaseUrl: before.databaseUrl })
  const path = `/api/calendar/bookings/${body.token}`
  const visitor = after.browser()
  const free: string[] = (await visitor.get('/api/calendar/slots')).body.slots
  expect((await post(visitor, `${path}/move`, { start: free.at(-1) })).status).toBe(200)
  expect(await invitations(after, 'booking-moved')).toEqual([uid])
  const file = await visitor.get(`/booking/${body.token}/call.ics`)
  expect(uidIn(file.text)).toBe(uid)
  // Its links lead to the site as it is now.
  expect(unfolded(file.text)).toContain(`http://new.example/booking/${body.token}`)
  await after.end()
  await before.end()
})
