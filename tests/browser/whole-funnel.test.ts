import ical from 'node-ical'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { answerAll, answers } from '#support/application-form.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { waitFor } from '#support/eventually.ts'
import { sendLeadDialog } from '#support/lead-dialog.ts'
import { enteredServer } from '#support/mail-queue.ts'
import { startMailServer, type TakenMail } from '#support/mail-server.ts'
import { openDashboard } from '#support/owner-dashboard.ts'

// An installation of which nothing was entered: the sample film, the questions and the hours that came with it.
let clock = clockFrom(wednesday)
const site = await browseProduct({ clock: { now: () => clock.now() } })
const mails = await startMailServer()
afterAll(() => mails.stop())

const EMAIL = 'grace@example.com'
const ad = 'utm_source=instagram&utm_campaign=autumn&utm_ad=dog-groomer&fbclid=AbC-123_x'

/** Lets the film play past a second, as somebody who skips to it sees it. */
async function playPast(page: Page, second: number): Promise<void> {
  const film = page.locator('video.film')
  await film.evaluate((one: HTMLVideoElement, at) => {
    one.currentTime = at - 2
  }, second)
  await expect
    .poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(second + 1)
}

/** The calendar entry in a mail to the person, as their calendar reads it. */
function invitationIn(mail: TakenMail) {
  const part = /filename="?invite\.ics"?[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(mail.source)?.[1] ?? ''
  const text = Buffer.from(part, 'base64').toString()
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
  const event = Object.values(ical.sync.parseICS(text)).find((entry) => entry?.type === 'VEVENT')
  if (event?.type !== 'VEVENT') throw new Error(`No event in ${text}`)
  return { event, method: /METHOD:(\w+)/.exec(text)?.[1] }
}
const mailsTo = (email: string, subject: RegExp) =>
  mails.taken.filter(({ to, source }) => to.includes(email) && subject.test(source))

it('leads from the ad to the call that took place, with nothing connected but a mail server', async () => {
  const owner = await site.product.owner()
  const entered = await owner.send('PUT', '/api/connections/email/settings', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enteredServer(mails.port)),
  })
  expect(entered.status).toBe(200)

  const { context, page, problems } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/?${ad}`)
  await page.getByRole('link', { name: 'Watch the free training' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Get Instant Access' }).waitFor()
  await sendLeadDialog(page, { name: 'Grace Okafor', email: EMAIL })

  await page.waitForURL('**/freetraining*')
  await comesAlive(page)
  expect(await page.getByRole('link', { name: /^Apply/ }).count()).toBe(0)
  await page.locator('.play').click()
  await playPast(page, 715)
  await playPast(page, 855)
  await page.getByRole('link', { name: /^Apply/ }).click()
  await page.getByRole('dialog', { name: 'Your application' }).waitFor()
  await answerAll(page, { ...answers, alone: 'yes' })

  await page.waitForURL('**/thankyoucall*')
  await comesAlive(page)
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  await page.locator('.slot-time').first().click()
  // Who this is is asked for meanwhile.
  await expect.poll(() => page.getByLabel('Email Address').inputValue()).toBe(EMAIL)
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  await page.getByRole('heading', { name: 'Call Successfully Booked!' }).waitFor()

  const booking = async () =>
    (await site.product.query('select * from calendar_bookings where email = $1', [EMAIL]))[0]
  const booked = (await booking())?.start_at
  await waitFor('the confirmation', async () => mailsTo(EMAIL, /METHOD:REQUEST|invite\.ics/).length === 1)
  const [confirmed] = mailsTo(EMAIL, /invite\.ics/)
  if (!confirmed) throw new Error('no confirmation')
  const first = invitationIn(confirmed)
  expect([first.method, first.event.start.toISOString()]).toEqual(['REQUEST', booked.toISOString()])

  await page.getByRole('link', { name: 'Move or cancel this call' }).click()
  await comesAlive(page)
  await page.locator('.slot-day input').nth(2).check()
  await page.locator('.slot-time').last().click()
  await page.getByRole('heading', { name: 'Your call has been moved' }).waitFor()
  const moved = (await booking())?.start_at
  expect(moved.getTime()).toBeGreaterThan(booked.getTime())
  await waitFor('the mail about the move', async () => mailsTo(EMAIL, /invite\.ics/).length === 2)
  const second = invitationIn(mailsTo(EMAIL, /invite\.ics/)[1] ?? confirmed)
  expect([second.event.uid, second.event.start.toISOString()]).toEqual([first.event.uid, moved.toISOString()])
  expect(Number(second.event.sequence)).toBeGreaterThan(Number(first.event.sequence))
  expect(problems).toEqual([])
  await context.close()

  clock = clockFrom(new Date(moved.getTime() + 3_600_000).toISOString())
  const dashboard = await openDashboard(site.browser, site.product.url, {
    search: '?tab=site&page=booked-calls',
  })
  const held = dashboard.page.getByRole('button', { name: 'Held' })
  await held.click()
  await expect.poll(() => held.getAttribute('aria-pressed')).toBe('true')
  await dashboard.page.goto(`${site.product.url}/analytics?tab=leads&range=all`)
  await dashboard.page.getByRole('link', { name: 'Grace Okafor' }).click()
  const person = dashboard.page.getByRole('dialog', { name: 'Grace Okafor' })
  for (const tag of ['VH01 - Lead', 'VH02 - Saw Pitch', 'VH03 - Filled Application', 'VH04 - Booked Call'])
    await person.getByText(tag).first().waitFor()
  await person
    .getByText(/^All \d+ answers$/)
    .first()
    .click()
  await person.getByText('Finding a first customer.').first().waitFor()
  await person.getByText('dog-groomer').first().waitFor()
  await person
    .getByText(/took place/i)
    .first()
    .waitFor()
  expect(dashboard.problems).toEqual([])
  await dashboard.context.close()

  const funnel = async () => (await owner.get('/api/analytics/overview?range=all')).body.funnel
  await expect
    .poll(funnel)
    .toEqual(['visit', 'lead', 'saw-pitch', 'applied', 'booked'].map((step) => ({ step, people: 1 })))
})
