// A sample of it is in tests/api/own-calendar-choice.test.ts.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { contentEditor } from '#support/content-editor.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { filmFile, uploadFilm } from '#support/film-upload.ts'
import { seededRandom } from '#support/seeded-random.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking, formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct } from '#support/webhook-product.ts'
import { calCall, typeformCall } from '#support/webhook-senders.ts'

const TAGS = ['VH01 - Lead', 'VH02 - Saw Pitch', 'VH03 - Filled Application', 'VH04 - Booked Call']
const theirs = {
  film: 'wistia0001',
  form: 'https://form.typeform.com/to/abc',
  calendar: 'https://cal.com/ana/call',
}
const steps = Array.from({ length: 200 }, (_, step) => step)

test.each([1, 2, 3])(
  'film, form and calendar change over from ours to theirs and back in any order (%i), and nothing of anybody is lost',
  async (seed) => {
    const random = seededRandom(seed)
    const product = await runWebhookProduct()
    onTestFinished(product.end)
    const owner = await product.owner()
    const editor = contentEditor(owner)
    const film = (await uploadFilm(product, owner, filmFile('minute.webm'))).body.address
    await editor.live((draft) => {
      Object.assign(draft.freetraining.video, { source: 'film', film, mediaId: theirs.film })
    })

    const uses = { film: 'own', form: 'own', calendar: 'own' }
    const changes = {
      film: (use: string) =>
        editor.live((draft) => {
          draft.freetraining.video.source = use === 'own' ? 'film' : 'wistia'
        }),
      form: (use: string) =>
        editor.live((draft) => {
          Object.assign(
            draft.freetraining.application,
            use === 'own' ? { use: 'own' } : { use: 'linked', link: theirs.form },
          )
        }),
      calendar: (use: string) =>
        editor.live((draft) => {
          Object.assign(
            draft.calendar,
            use === 'own' ? { use: 'own' } : { use: 'automatic', link: theirs.calendar },
          )
        }),
    }
    /** Somebody who goes the whole way by whatever is in use. */
    async function comes(email: string): Promise<void> {
      const browser = await product.lead(email, `202-555-01${String(people.length).padStart(2, '0')}`)
      const watched = uses.film === 'own' ? film.slice('/films/'.length) : theirs.film
      await watches(browser, watched)
      const at = new Date().toISOString()
      const goal = `goal of ${email}`
      if (uses.form === 'own') {
        const answers = {
          ...{ name: 'Ada Kern', email, phone: '+1 202 555 0143', situation: 'employed', problem: 'Time' },
          ...{ goal, ready: '8', start: 'now', alone: 'yes', budget: 'medium' },
        }
        const sent = { responseId: randomUUID(), page: '/freetraining', elapsed: 60_000, answers }
        expect((await browser.post('/api/application', sent)).status).toBe(200)
      } else {
        const response = formResponse({ eventId: randomUUID(), token: randomUUID(), submittedAt: at, email })
        await product.tell(typeformCall(JSON.parse(JSON.stringify(response).replace('A booking app', goal))))
      }
      if (uses.calendar === 'own') {
        const start = (await browser.get('/api/calendar/slots')).body.slots.at(-1)
        const booked = await browser.post('/api/calendar/bookings', { start, name: 'Ada Kern', email })
        expect(booked.status).toBe(200)
      } else {
        const startTime = new Date(Date.now() + 86_400_000).toISOString()
        const booking = { uid: `cal-${email}`, createdAt: at, email, startTime }
        await product.tell(calCall(calBooking('BOOKING_CREATED', booking)))
      }
      people.push({ email, goal, watched, ...uses })
    }
    const people: { email: string; goal: string; watched: string; form: string; calendar: string }[] = []
    await comes('first@example.com')
    // Each of the three changes over and back, in an order of its own.
    const order = (['film', 'form', 'calendar', 'film', 'form', 'calendar'] as const)
      .map((what) => ({ what, at: random() }))
      .sort((one, other) => one.at - other.at)
    for (const [turn, { what }] of order.entries()) {
      uses[what] = uses[what] === 'own' ? 'theirs' : 'own'
      await changes[what](uses[what])
      await comes(`after-${turn}@example.com`)
    }
    expect(uses).toEqual({ film: 'own', form: 'own', calendar: 'own' })

    await expectHonestNumbers(product)
    const applications = (await owner.get('/api/applications?range=all')).body
    const file = (await owner.get('/api/export/applications.csv?range=all')).text
    const leadsFile = (await owner.get('/api/export/leads.csv?range=all')).text
    const upcoming = (await owner.get('/api/calendar/upcoming')).body
    for (const { email, goal, watched, form, calendar } of people) {
      expect(await product.tagsOf(email), email).toEqual(TAGS)
      const { personId, stage } = (await owner.get(`/api/leads/${await product.leadIdOf(email)}`)).body
      expect(stage, email).toBe('booked')
      const journey = (await owner.get(`/api/customer-journey/${personId}`)).body
      expect(journey.applications, email).toHaveLength(1)
      expect(journey.bookings, email).toHaveLength(1)
      const held = (await owner.get(`/api/people/${personId}/export`)).body
      expect(held.watched, email).toMatchObject([{ media: watched, steps }])
      expect([held.applications.length, held.bookings.length], email).toEqual([1, 1])
      expect(held.applicationForms, email).toHaveLength(form === 'own' ? 1 : 0)
      expect(held.calendarBookings, email).toHaveLength(calendar === 'own' ? 1 : 0)
      const leadId = await product.leadIdOf(email)
      const [listed, ...others] = applications.filter((one: { leadId: string }) => one.leadId === leadId)
      expect([listed.email, listed.isFinished, others], email).toEqual([email, true, []])
      expect(listed.answers.length, email).toBeGreaterThan(2)
      expect(file, email).toContain(leadId)
      expect(
        leadsFile.split('\r\n').find((line: string) => line.includes(email)),
        email,
      ).toContain(TAGS.join('; '))
      expect(
        upcoming.filter((one: { email: string }) => one.email === email),
        email,
      ).toHaveLength(1)
      const found = (await owner.get(`/api/customers?range=all&q=${encodeURIComponent(goal)}`)).body
      expect(found.map((lead: { email: string }) => lead.email)).toEqual([email])
    }
    const typeform = people.filter(({ form }) => form !== 'own').map(({ email }) => email)
    const said = (await owner.get('/api/customers?range=all&q=for%20VETS')).body
    expect(said.map((lead: { email: string }) => lead.email).sort()).toEqual(typeform.sort())
  },
)

const watches = async (browser: TestBrowser, media: string) => {
  const { status } = await browser.post('/api/visitors/watch-progress', {
    ...{ fingerprint: '1', media, steps, position: 999, duration: 1200 },
  })
  expect(status).toBe(200)
}
