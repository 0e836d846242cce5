import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { type CrmOutcomeProduct, runCrmOutcomes } from '#support/crm-outcome-product.ts'
import { loadCrmSchema } from '#support/crm-schema.ts'
import type { CrmServerAppointment } from '#support/crm-server/outcome-book.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { calCall, deliver, webhookSecrets } from '#support/webhook-senders.ts'

let world: CrmOutcomeProduct
let calendarId: string
beforeAll(async () => {
  world = await runCrmOutcomes({ environment: webhookSecrets })
  calendarId = world.crm.outcomes().addCalendar('Strategy call')
  await world.switchHalf('calls', true)
})
afterAll(() => world?.end())
afterEach(() => world.crm.recover())

const iso = (hours: number) => new Date(world.now().getTime() + hours * 3_600_000).toISOString()
/** Books at the CRM, so many hours from now. */
const book = (contactId: string, hours: number, more: Partial<CrmServerAppointment> = {}) =>
  world.crm.outcomes().book({
    calendarId,
    contactId,
    startTime: iso(hours),
    dateAdded: iso(-100),
    dateUpdated: iso(-1),
    ...more,
  }) // prettier-ignore
const change = (one: CrmServerAppointment, to: Partial<CrmServerAppointment>) =>
  Object.assign(one, { dateUpdated: iso(0) }, to)
const callsOf = (email: string) =>
  world.product.query(
    `select booking.uid, booking.status, booking.start_at as at, booking.end_at as end, booking.title from bookings booking
      join external_events event on event.id = booking.id join leads lead on lead.id = event.lead_id
      where lead.email = $1 order by booking.start_at, booking.uid`,
    [email],
  )
const statusesOf = async (email: string) => (await callsOf(email)).map(({ status }) => status)
const wordsOf = (email: string) =>
  world.product.query(
    `select told.kind, told.details ->> 'by' as by from external_event_updates told
      join external_events event on event.id = told.external_event_id join leads lead on lead.id = event.lead_id
      where lead.email = $1 and event.kind = 'booking' order by told.at, told.id`,
    [email],
  )
const bookedByCal = async (uid: string, email: string, startTime: string) => {
  const body = calBooking('BOOKING_CREATED', { uid, createdAt: iso(-90), email, startTime })
  expect((await deliver(world.product.url, calCall(body))).status).toBe(200)
  await waitFor('the calendar is understood', async () =>
    (await callsOf(email)).some((one) => one.uid === uid),
  )
}
const say = (uid: string, outcome: string) => world.owner.post(`/api/bookings/${uid}/outcome`, { outcome })
const journeyOf = async (email: string) => {
  const [lead] = await world.product.query('select person_id from leads where email = $1', [email])
  return (await world.owner.get(`/api/customer-journey/${lead?.person_id}`)).body
}

describe('calls from the CRM', () => {
  ordinaryTest('asks for a call anew at a time that another call was moved away from', async () => {
    const contact = await world.lead('again@example.com')
    const one = book(contact, 100)
    const { startTime } = one
    await world.readAll()
    change(one, { startTime: iso(150) })
    await world.readAll()
    book(contact, 0, { startTime, appointmentStatus: 'new' })
    await world.readAll()
    const calls = (await callsOf('again@example.com')).map(({ status, uid }) => [
      status,
      uid.includes(one.id),
    ])
    expect(calls.sort()).toEqual([
      ['booked', true],
      ['requested', false],
      ['rescheduled', true],
    ])
  })

  ordinaryTest(
    'says of a call that was booked here what the CRM says, and takes it back when the CRM does',
    async () => {
      const contact = await world.lead('same@example.com')
      await bookedByCal('cal-same', 'same@example.com', iso(-5))
      // The same moment, as written in another timezone.
      const moment = new Date(world.now().getTime() - 5 * 3_600_000)
      const startTime = `${new Date(moment.getTime() + 19_800_000).toISOString().slice(0, 19)}+05:30`
      const one = book(contact, 0, { startTime, appointmentStatus: 'showed' })
      await world.readAll()
      expect(await callsOf('same@example.com')).toMatchObject([{ uid: 'cal-same', status: 'held' }])
      change(one, { appointmentStatus: 'confirmed' })
      await world.readAll()
      expect(await statusesOf('same@example.com')).toEqual(['booked'])
      change(one, { appointmentStatus: 'noshow' })
      await world.readAll()
      expect(await statusesOf('same@example.com')).toEqual(['no_show'])
      change(one, { appointmentStatus: 'cancelled' })
      await world.readAll()
      expect(await statusesOf('same@example.com')).toEqual(['cancelled'])
      change(one, { appointmentStatus: 'new' })
      await world.readAll()
      expect(await statusesOf('same@example.com')).toEqual(['booked'])
      const journey = await journeyOf('same@example.com')
      expect(
        journey.bookings.map((step: Record<string, unknown>) => [step.step, step.toldBy, step.isTakenBack]),
      ).toEqual([
        ['created', 'calendar', false],
        ['shown', 'crm', true],
        ['no_show', 'crm', true],
        ['cancelled', 'crm', true],
      ])
    },
  )

  ordinaryTest('lets the newest word count, the owner’s or the CRM’s, and keeps all', async () => {
    const contact = await world.lead('words@example.com')
    const one = book(contact, -4, { appointmentStatus: 'noshow' })
    await world.readAll()
    const [call] = await callsOf('words@example.com')
    expect(call).toMatchObject({ status: 'no_show', title: 'Strategy call' })
    expect((await say(call?.uid, 'held')).body.status).toBe('held')
    await world.readAll()
    expect(await statusesOf('words@example.com')).toEqual(['held'])
    change(one, { appointmentStatus: 'cancelled' })
    await world.readAll()
    expect(await statusesOf('words@example.com')).toEqual(['cancelled'])
    expect(await wordsOf('words@example.com')).toEqual([
      { kind: 'created', by: 'crm' },
      { kind: 'no_show', by: 'crm' },
      { kind: 'shown', by: 'owner' },
      { kind: 'cancelled', by: 'crm' },
    ])
  })

  ordinaryTest(
    'makes a call of its own of what was booked in the CRM alone, tags for new ones, and moves it with a new time',
    async () => {
      const contact = await world.lead('own@example.com')
      const one = book(contact, 48, { dateAdded: iso(0), dateUpdated: iso(0) })
      await world.readAll()
      expect(await callsOf('own@example.com')).toMatchObject([{ status: 'booked', title: 'Strategy call' }])
      const tags = () =>
        world.product.query(
          "select tag_name from lead_tags join leads on leads.id = lead_id where email = $1 and tag_name like 'VH04%'",
          ['own@example.com'],
        )
      expect(await tags()).toHaveLength(1)
      change(one, { startTime: iso(72), endTime: iso(72.5) })
      await world.readAll()
      expect(await statusesOf('own@example.com')).toEqual(['rescheduled', 'booked'])
      change(one, { startTime: iso(96), endTime: iso(96.5) })
      await world.readAll()
      expect(await statusesOf('own@example.com')).toEqual(['rescheduled', 'rescheduled', 'booked'])
      const [first] = await callsOf('own@example.com')
      change(one, { startTime: first?.at.toISOString(), appointmentStatus: 'showed' })
      await world.readAll()
      expect(await statusesOf('own@example.com')).toEqual(['held', 'rescheduled', 'rescheduled'])
      expect(await tags()).toHaveLength(1)
      const { body } = await world.owner.get('/api/ads?range=all&level=source')
      expect(body.total).toMatchObject({ booked: expect.any(Number) })
      expect((await journeyOf('own@example.com')).bookedCalls).toHaveLength(3)
    },
  )

  ordinaryTest.each(['cancelled', 'invalid'])(
    'counts no booked call where one was only asked for and then %s, and tags nobody for it',
    async (declined) => {
      const email = `asked-${declined}@example.com`
      const contact = await world.lead(email)
      const fresh = { dateAdded: iso(0), dateUpdated: iso(0) }
      const one = book(contact, 48, { ...fresh, appointmentStatus: 'new' })
      await world.readAll()
      expect(await statusesOf(email)).toEqual(['requested'])
      change(one, { appointmentStatus: declined })
      await world.readAll()
      expect(await statusesOf(email)).toEqual(['cancelled'])
      const booked = await world.product.query(
        `select step as what from lead_steps join leads on leads.id = lead_id where email = $1 and step = 'booked'
          union all select tag_name from lead_tags join leads on leads.id = lead_id
            where email = $1 and tag_name like 'VH04%'`,
        [email],
      )
      expect(booked).toEqual([])
      expect((await wordsOf(email)).map(({ kind }) => kind)).toEqual(['requested', 'cancelled'])
      // Whoever is confirmed after all has booked.
      change(one, { appointmentStatus: 'confirmed' })
      await world.readAll()
      expect(await statusesOf(email)).toEqual(['booked'])
      expect((await wordsOf(email)).map(({ kind }) => kind)).toContain('created')
    },
  )

  ordinaryTest('counts calls of before it was switched on as booked and tags nobody for them', async () => {
    const contact = await world.lead('past@example.com')
    book(contact, -24 * 200, { appointmentStatus: 'showed', dateAdded: iso(-24 * 210) })
    world.pass(24 * 60)
    await world.readAll()
    expect(await statusesOf('past@example.com')).toEqual(['held'])
    const rows = await world.product.query(
      `select step from lead_steps join leads on leads.id = lead_id where email = $1 and step = 'booked'`,
      ['past@example.com'],
    )
    expect(rows).toHaveLength(1)
    const tags = await world.product.query(
      "select tag_name from lead_tags join leads on leads.id = lead_id where email = $1 and tag_name like 'VH04%'",
      ['past@example.com'],
    )
    expect(tags).toEqual([])
  })

  thoroughTest('joins a call that another calendar tells of only later', async () => {
    const contact = await world.lead('later@example.com')
    const startTime = iso(-6)
    book(contact, -6, { startTime, appointmentStatus: 'noshow' })
    await world.readAll()
    expect(await statusesOf('later@example.com')).toEqual(['no_show'])
    await bookedByCal('cal-later', 'later@example.com', startTime)
    await world.readAll()
    await world.readAll()
    const calls = await callsOf('later@example.com')
    expect(calls.find(({ uid }) => uid === 'cal-later')).toMatchObject({ status: 'no_show' })
    expect(calls.map(({ status }) => status).sort()).toEqual(['no_show', 'rescheduled'])
  })

  thoroughTest(
    'takes a call that was moved in its own calendar for the same one while the CRM still has the old time',
    async () => {
      const contact = await world.lead('stale@example.com')
      const startTime = iso(-7)
      await bookedByCal('cal-stale', 'stale@example.com', startTime)
      const one = book(contact, -7, { startTime })
      await world.readAll()
      // As a calendar does that keeps the name of a call with its new time.
      await world.product.query(
        "update bookings set start_at = start_at + interval '1 hour' where uid = 'cal-stale'",
      )
      change(one, { appointmentStatus: 'showed' })
      await world.readAll()
      expect(await callsOf('stale@example.com')).toMatchObject([{ uid: 'cal-stale', status: 'held' }])
    },
  )

  thoroughTest(
    'ends no call that was moved in its own calendar with the copy that stayed behind',
    async () => {
      const contact = await world.lead('behind@example.com')
      const startTime = iso(20)
      await bookedByCal('cal-behind', 'behind@example.com', startTime)
      const one = book(contact, 20, { startTime })
      await world.readAll()
      await world.product.query(
        "update bookings set start_at = start_at + interval '1 day' where uid = 'cal-behind'",
      )
      change(one, { appointmentStatus: 'cancelled' })
      await world.readAll()
      expect(await callsOf('behind@example.com')).toMatchObject([{ uid: 'cal-behind', status: 'booked' }])
    },
  )

  thoroughTest(
    'lets a call of its own end when its appointment ends now, and no call of another calendar',
    async () => {
      const contact = await world.lead('longer@example.com')
      const [own, cals] = [book(contact, 40), book(contact, 50)]
      await bookedByCal('cal-longer', 'longer@example.com', cals.startTime)
      await world.readAll()
      const ends = async () => (await callsOf('longer@example.com')).map(({ end }) => end.toISOString())
      const [, endOfCals] = await ends()
      expect(await ends()).toEqual([own.endTime, endOfCals])
      const later = new Date(Date.parse(own.startTime) + 90 * 60_000).toISOString()
      change(own, { endTime: later })
      change(cals, { endTime: new Date(Date.parse(cals.startTime) + 90 * 60_000).toISOString() })
      await world.readAll()
      expect(await ends()).toEqual([later, endOfCals])
      expect(await statusesOf('longer@example.com')).toEqual(['booked', 'booked'])
    },
  )

  ordinaryTest(
    'that was read while the clock was a year ahead is read anew once it is set right',
    async () => {
      const contact = await world.lead('ahead@example.com')
      const coming = book(contact, 10 * 24)
      await world.readAll()
      expect(await statusesOf('ahead@example.com')).toEqual(['booked'])
      const { outcomes } = world.crm
      outcomes().appointments = outcomes().appointments.filter(({ id }) => id !== coming.id)
      await world.dateAhead('calls')
      await waitFor('it is gone', async () => (await statusesOf('ahead@example.com'))[0] === 'cancelled')
      await waitFor(
        'all is read',
        async () => Date.parse((await world.half('calls')).lastReadAt) <= world.now().getTime(),
      )
      const [reading] = await world.product.query("select whole_at from crm_reading where half = 'calls'")
      expect(reading?.whole_at).toEqual(world.now())
    },
  )

  ordinaryTest(
    'ends a call whose appointment was deleted, and leaves standing what was said of a past one',
    async () => {
      const contact = await world.lead('gone@example.com')
      const [coming, past, open] = [
        book(contact, 30),
        book(contact, -30, { appointmentStatus: 'showed' }),
        book(contact, -31),
      ]
      await world.readAll()
      expect(await statusesOf('gone@example.com')).toEqual(['booked', 'held', 'booked'])
      const { outcomes } = world.crm
      const deleted = [coming.id, past.id, open.id]
      outcomes().appointments = outcomes().appointments.filter(({ id }) => !deleted.includes(String(id)))
      await world.readAll()
      expect(await statusesOf('gone@example.com')).toEqual(['cancelled', 'held', 'cancelled'])
      outcomes().appointments.push(coming)
      await world.readAll()
      expect(await statusesOf('gone@example.com')).toEqual(['cancelled', 'held', 'booked'])
    },
  )

  thoroughTest(
    'leaves a call as it was while its appointment is there and cannot be understood, and says so',
    async () => {
      const contact = await world.lead('unreadable@example.com')
      const one = book(contact, 28, { id: 'no-zone-known' })
      await world.readAll()
      for (const odd of [
        { ...one, startTime: one.startTime.replace('Z', '') },
        { ...one, calendarId: undefined },
        { ...one, contactId: null },
      ]) {
        world.crm.outcomes().appointments.splice(-1, 1, odd)
        await world.readAll()
        expect(await statusesOf('unreadable@example.com')).toEqual(['booked'])
        expect(await world.half('calls')).toMatchObject({
          ...{ failingSince: null, notRead: 1, notReadReason: 'Some appointments could not be understood.' },
        })
      }
      world.crm.outcomes().appointments.pop()
      await world.readAll()
      expect(await statusesOf('unreadable@example.com')).toEqual(['cancelled'])
      expect(await world.half('calls')).toMatchObject({ notRead: 0, notReadReason: null })
    },
  )

  ordinaryTest('believes no list that merely lacks an appointment', async () => {
    const contact = await world.lead('moved-away@example.com')
    const one = book(contact, 20)
    await world.readAll()
    // It went to a calendar that is read at another time of the day, far from today.
    change(one, { startTime: iso(24 * 100) })
    await world.readAll()
    expect(await statusesOf('moved-away@example.com')).toEqual(['rescheduled', 'booked'])
  })

  ordinaryTest(
    'waits for whoever becomes a lead later, and knows nobody by anything but the contact',
    async () => {
      const { id } = world.crm.addContact({ email: 'soon@example.com', name: 'Ada Kern' })
      book(id, -3, { appointmentStatus: 'showed' })
      book('contact-of-nobody', -3, { appointmentStatus: 'showed' })
      const bookings = async () => (await world.product.query('select count(*) from bookings'))[0]?.count
      const before = await bookings()
      await world.readAll()
      expect(await bookings()).toBe(before)
      expect(await world.lead('soon@example.com')).toBe(id)
      await world.readAll()
      expect(await statusesOf('soon@example.com')).toEqual(['held'])
      expect((await world.owner.get('/api/unmatched')).body).toEqual([])
    },
  )

  ordinaryTest('ignores what is another location’s, and takes harm from nothing it is told', async () => {
    const contact = await world.lead('hostile@example.com')
    book(contact, -2, { locationId: 'another', appointmentStatus: 'showed' })
    const { outcomes } = world.crm
    const other = outcomes().addCalendar('x')
    outcomes().calendars.push({
      id: "'; drop table bookings; --",
      name: 'bad',
      locationId: 'loc1',
      isActive: true,
    })
    outcomes().calendars.push({ id: 'foreign', name: 'Foreign', locationId: 'another', isActive: true })
    Object.assign(outcomes().calendars.find(({ id }) => id === other) ?? {}, {
      name: `<script>alert(1)</script>\u0000\u202e${'x'.repeat(5000)}`,
    })
    book(contact, -1.5, { calendarId: other, appointmentStatus: 'SHOWED', title: '=cmd()\u0000' })
    for (const odd of [
      {
        id: "a'; delete from leads; --",
        calendarId,
        locationId: 'loc1',
        contactId: contact,
        startTime: iso(-1),
      },
      { id: 'x\u0000y', calendarId, locationId: 'loc1', contactId: contact, startTime: iso(-1) },
      { id: 'no-zone', calendarId, locationId: 'loc1', contactId: contact, startTime: '2026-11-18 10:00:00' },
      { id: 'no-time', calendarId, locationId: 'loc1', contactId: contact, startTime: 'soon' },
      { id: 'nobody', calendarId, locationId: 'loc1', contactId: null, startTime: iso(-1) },
    ])
      outcomes().appointments.push(odd)
    await world.readAll()
    expect(await callsOf('hostile@example.com')).toMatchObject([
      { status: 'held', title: expect.stringMatching(/^<script>/) },
    ])
    expect(await world.half('calls')).toMatchObject({
      ...{ failingSince: null, notRead: 4, notReadReason: 'Some appointments could not be understood.' },
    })
    outcomes().appointments = outcomes().appointments.filter(
      (one) => one.calendarId !== calendarId || 'title' in one,
    )
    await world.readAll()
    expect(await world.half('calls')).toMatchObject({ notRead: 0, notReadReason: null })
  })

  ordinaryTest('asks as the CRM documents it', () => {
    const schema = loadCrmSchema()
    if (!schema) return console.warn('The CRM’s OpenAPI files are not beside this repository: not compared.')
    const read = world.crm.log.filter(({ path }) => path.startsWith('/calendars') && !path.includes("'"))
    expect(read.length).toBeGreaterThan(20)
    expect([...new Set(read.flatMap((call) => schema.requestProblems(call)))]).toEqual([])
    const plain = read.filter(
      ({ status, answer }) => status === 200 && !JSON.stringify(answer).includes('no-zone'),
    )
    // The documentation calls times objects and shows text as their example, which is what the CRM answers.
    const isTime = (problem: string) =>
      /\/(startTime|endTime|dateAdded|dateUpdated) must be object/.test(problem)
    const problems = plain.slice(0, 60).flatMap((call) => schema.answerProblems(call))
    expect([...new Set(problems)].filter((problem) => !isTime(problem))).toEqual([])
  })

  ordinaryTest('forgets what is known of an erased person, and hands it out before', async () => {
    const contact = await world.lead('erased@example.com')
    book(contact, -2, { appointmentStatus: 'showed' })
    await world.readAll()
    const [lead] = await world.product.query("select person_id from leads where email = 'erased@example.com'")
    const held = await world.owner.get(`/api/people/${lead?.person_id}/export`)
    expect(held.text).toContain(contact)
    expect((await world.owner.post(`/api/people/${lead?.person_id}/erase`, {})).status).toBe(200)
    expect(
      await world.product.query('select 1 from crm_appointments where contact_id = $1', [contact]),
    ).toEqual([])
    await world.readAll()
    expect(
      await world.product.query(
        'select 1 from crm_appointments where contact_id = $1 and booking_id is not null',
        [contact],
      ),
    ).toEqual([]) // prettier-ignore
  })

  ordinaryTest('nobody but the owner may ask or switch', async () => {
    const visitor = world.product.browser()
    expect((await visitor.get('/api/connections/crm/reading')).status).toBe(401)
    expect((await visitor.post('/api/connections/crm/reading/now', {})).status).toBe(401)
    expect((await visitor.send('PUT', '/api/connections/crm/reading')).status).toBe(401)
  })

  ordinaryTest('all numbers are those of a slow counting from what is stored', async () => {
    await expectHonestNumbers(world.product)
  })
})
