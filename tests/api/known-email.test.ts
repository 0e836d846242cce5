import { afterAll, beforeAll, describe, expect } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { holdRollup } from '#support/trouble-rollup.ts'
import { runVoiceProduct, type VoiceProduct } from '#support/voice-product.ts'
import { calBooking, formResponse } from '#support/webhook-bodies.ts'
import { calCall, deliver, typeformCall } from '#support/webhook-senders.ts'

let product: VoiceProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runVoiceProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

let last = 0
/** A lead in a browser of its own, and a stranger that types its email with another name and number. */
async function knownAndStranger() {
  last += 1
  const email = `known${last}@example.com`
  const own = {
    ...{ name: 'Wanda Own', email, phone: `(202) 555-01${10 + last}`, page: '/meme' },
    ...{ callConsent: true, timezone: 'America/Denver', utm_source: 'ig' },
  }
  const browser = product.browser()
  expect((await browser.post('/api/capture-lead', own)).status).toBe(200)
  const typed = {
    ...{ name: 'Mallory', email, phone: '(202) 555-0199', page: '/freetraining' },
    ...{ callConsent: true, timezone: 'America/Chicago', utm_source: 'evil' },
  }
  const stranger = product.browser()
  const answer = await stranger.post('/api/capture-lead', typed)
  return { email, own, browser, typed, stranger, answer }
}
const leadOf = async (email: string) =>
  (await owner.get(`/api/customers?range=all&include=records&q=${email}`)).body[0]
const tagsOf = async (email: string) => (await leadOf(email)).tags
const unconfirmedOf = async (email: string) =>
  (await owner.get(`/api/leads/${(await leadOf(email)).id}/unconfirmed`)).body
const decide = async (email: string, what: 'confirm' | 'part') => {
  const [one] = await unconfirmedOf(email)
  return owner.post(`/api/unconfirmed/${one.id}/${what}`, {})
}
const toldTo = async (browser: TestBrowser) => (await browser.post('/api/leads/by-fingerprint', {})).body
const callsOf = async (email: string) =>
  product.query('select 1 from call_requests where lead_id = (select id from leads where email = $1)', [
    email,
  ])

describe('a submit with a known email from a browser that is not known to be that person’s', () => {
  ordinaryTest(
    'answers as for an unknown email: nobody learns whether it was known, or since when',
    async () => {
      const { email, answer, browser, own, stranger } = await knownAndStranger()
      const lead = await leadOf(email)
      const fresh = await product.browser().post('/api/capture-lead', { ...own, email: `new${email}` })
      expect(Object.keys(answer.body)).toEqual(Object.keys(fresh.body))
      for (const { body } of [answer, fresh])
        for (const id of [body.leadId, body.personId]) {
          expect(id).toMatch(/^[A-Za-z0-9_-]{1,200}$/)
          expect([lead.id, lead.personId]).not.toContain(id)
        }
      const again = await browser.post('/api/capture-lead', own)
      expect(again.body.leadId).not.toBe(answer.body.leadId)
      const later = await stranger.post('/api/analytics/capture-with-visitor', { ...own, slug: '/meme' })
      expect(later.body.leadId).toBe(answer.body.leadId)
    },
  )

  ordinaryTest('is kept and counted, and overwrites nothing of the lead, here or in the CRM', async () => {
    const { email, own, typed, stranger } = await knownAndStranger()
    await stranger.post('/api/analytics/capture-with-visitor', {
      ...{ ...typed, slug: '/freetraining', screenWidth: 999, landingPath: '/evil' },
    })
    await stranger.post('/api/capture-lead', { ...typed, name: 'Mallory Again' })
    const lead = await leadOf(email)
    expect(lead).toMatchObject({ name: own.name, phone: own.phone, timezone: 'America/Denver' })
    expect(lead).toMatchObject({ captureCount: 3, screenWidth: null, utmSource: 'ig' })
    expect(lead.additionalData).toBe(null)
    expect(lead.landingPath).not.toBe('/evil')
    expect(
      await product.query('select name, phone_e164, last_touch from leads where email = $1', [email]),
    ).toEqual([
      {
        name: own.name,
        phone_e164: `+1${own.phone.replace(/\D/g, '')}`,
        last_touch: { utm_source: 'ig' },
      },
    ])
    expect(await unconfirmedOf(email)).toMatchObject([
      { state: 'open', name: 'Mallory Again', phone: typed.phone, page: '/freetraining', submits: 2 },
    ])
    await expectHonestNumbers(product)
  })

  ordinaryTest('tells that browser what it typed itself, and nothing of the lead', async () => {
    const { own, typed, stranger, browser } = await knownAndStranger()
    expect(await toldTo(stranger)).toEqual({
      ...{ success: true, lead: { name: typed.name, email: typed.email, phone: typed.phone } },
    })
    expect(await toldTo(browser)).toMatchObject({ lead: { name: own.name, phone: own.phone } })
    const { lead } = (await stranger.get('/api/leads/own')).body
    expect(lead).toMatchObject({ email: typed.email, id: expect.stringMatching(/^[\w-]{1,200}$/) })
    expect(lead.id).not.toBe((await leadOf(typed.email)).id)
  })

  ordinaryTest('counts what it does later, with that evidence, and books and calls nobody', async () => {
    const { email, typed, stranger } = await knownAndStranger()
    await stranger.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime: 900 })
    await stranger.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
    const fresh = product.browser()
    const freshEmail = `fresh${last}@example.com`
    await fresh.post('/api/capture-lead', { ...typed, email: freshEmail })
    const unknown = product.browser()
    await unknown.post('/api/visitors/track', { path: '/' })
    const claim = async (browser: TestBrowser, email: string) => {
      const booking = { tagName: 'VH04 - Booked Call', source: 'cal_booking', email }
      const { status, body } = await browser.post('/api/leads/add-booking-tag', booking)
      return [status, body]
    }
    // What this browser submitted is answered as that of a new lead is, and another email as nobody's.
    expect(await claim(stranger, email)).toEqual(await claim(fresh, freshEmail))
    const nobodys = await claim(unknown, 'no@example.com')
    expect(nobodys).toEqual([404, { error: 'Contact not found' }])
    expect(await claim(unknown, email)).toEqual(nobodys)
    expect(await claim(stranger, freshEmail)).toEqual(nobodys)
    expect((await tagsOf(email)).toSorted()).toEqual([
      'VH01 - Lead',
      'VH02 - Saw Pitch',
      'VH03 - Filled Application',
    ])
    const milestones = await product.query(
      `select kind, evidence ->> 'knownBy' as by from milestones
        where lead_id = (select id from leads where email = $1) order by kind`,
      [email],
    )
    expect(milestones).toEqual([
      { kind: 'application', by: 'same-email' },
      { kind: 'video_progress', by: 'same-email' },
    ])
    expect(await callsOf(email)).toEqual([])
    expect((await stranger.get('/api/calls/state')).body).toEqual({ state: 'expected' })
  })

  ordinaryTest(
    'rings nobody by an application either that its form signs with what it took along from there',
    async () => {
      const { email, stranger } = await knownAndStranger()
      const { lead } = (await stranger.get('/api/leads/own')).body
      const application = {
        ...{ token: `of-${email}`, submittedAt: product.now().toISOString(), email: `other-${email}` },
        hidden: { lead_id: lead.id },
      }
      expect((await deliver(product.url, typeformCall(formResponse(application)))).status).toBe(200)
      expect(await product.requestsOf(email)).toEqual([])
      expect(
        await product.query('select joined_by from external_events where email = $1', [application.email]),
      ).toEqual([{ joined_by: 'same-email' }])
      expect(await callsOf(email)).toEqual([])
    },
  )

  ordinaryTest('gives no consent in the lead’s name', async () => {
    last += 1
    const who = {
      ...{ name: 'Noe', email: `known${last}@example.com`, phone: '(202) 555-0177', page: '/meme' },
    }
    const browser = product.browser()
    await browser.post('/api/capture-lead', { ...who, callConsent: false })
    await product.browser().post('/api/capture-lead', { ...who, callConsent: true })
    await browser.post('/api/leads/application-confirmation', { page: '/thankyoucall' })
    expect(await product.requestsOf(who.email)).toMatchObject([{ state: 'not_called' }])
  })

  ordinaryTest('tags a booking once the calendar has signed it', async () => {
    const { email } = await knownAndStranger()
    const at = new Date().toISOString()
    await deliver(product.url, calCall(calBooking('BOOKING_CREATED', { uid: email, createdAt: at, email })))
    await waitFor('the booking’s tag', async () => (await tagsOf(email)).includes('VH04 - Booked Call'))
  })
})

/** A browser that has just opened a hand-off of another. */
const opens = async (from: TestBrowser) => {
  const { url } = (await from.post('/api/visitors/hand-off', { to: '/freetraining' })).body
  const opener = product.browser()
  await opener.get(url)
  return opener
}

const applies = (one: TestBrowser) =>
  one.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucallc' })

describe('the owner’s word on such details', () => {
  ordinaryTest(
    'confirming them applies them, links the browser and tells the CRM; what it claimed counts',
    async () => {
      const { email, typed, stranger } = await knownAndStranger()
      await stranger.post('/api/leads/add-booking-tag', {
        ...{ email, tagName: 'VH04 - Booked Call', source: 'cal_booking' },
      })
      await product.query(
        "update leads set crm_contact_stale = false, crm_state = 'delivered' where email = $1",
        [email],
      )
      const jobs = () =>
        product.query(
          `select 1 from jobs.job where name = 'deliver-lead-to-crm'
          and data ->> 'leadId' = (select id::text from leads where email = $1)`,
          [email],
        )
      const before = (await jobs()).length
      expect(await leadOf(email)).toMatchObject({ isUnconfirmed: true })
      expect((await decide(email, 'confirm')).body).toEqual({ success: true })
      expect(await leadOf(email)).toMatchObject({
        name: typed.name,
        phone: typed.phone,
        isUnconfirmed: false,
      })
      expect(await tagsOf(email)).toContain('VH04 - Booked Call')
      expect(await product.query('select crm_contact_stale from leads where email = $1', [email])).toEqual([
        { crm_contact_stale: true },
      ])
      expect((await jobs()).length).toBeGreaterThan(before)
      expect(await unconfirmedOf(email)).toMatchObject([
        { state: 'confirmed', decidedAt: expect.any(String) },
      ])
      await stranger.post('/api/capture-lead', { ...typed, name: 'Wanda Married' })
      expect(await leadOf(email)).toMatchObject({ name: 'Wanda Married' })
      const { visitors } = (await owner.get(`/api/customer-journey/${(await leadOf(email)).personId}`)).body
      expect(visitors).toHaveLength(2)
    },
  )

  ordinaryTest(
    'parting them leaves the lead as its own browsers left it, and what that browser does counts no more',
    async () => {
      const { email, own, stranger } = await knownAndStranger()
      expect((await decide(email, 'part')).body).toEqual({ success: true })
      expect(await leadOf(email)).toMatchObject({ name: own.name, phone: own.phone, captureCount: 1 })
      expect(await leadOf(email)).toMatchObject({ isUnconfirmed: false })
      await stranger.post('/api/leads/add-video-tag', { watchTime: 900 })
      await stranger.post('/api/leads/application-confirmation', { page: '/thankyoucall' })
      expect(await tagsOf(email)).toEqual(expect.not.arrayContaining(['VH03 - Filled Application']))
      expect(await toldTo(stranger)).toMatchObject({ success: true, lead: { name: 'Mallory' } })
      await stranger.post('/api/capture-lead', { ...own, name: 'Mallory Returns' })
      expect(await leadOf(email)).toMatchObject({ name: own.name, captureCount: 1 })
      expect(await unconfirmedOf(email)).toMatchObject([{ state: 'parted', submits: 2 }])
      await expectHonestNumbers(product)
    },
  )

  ordinaryTest('takes the lead’s place in the funnel back to where its own browsers brought it', async () => {
    const { email, browser, stranger } = await knownAndStranger()
    const funnel = async () => {
      const { body } = await owner.get('/api/analytics/overview?range=all')
      const steps: { step: string; people: number }[] = body.funnel
      return Object.fromEntries(steps.map(({ step, people }) => [step, people]))
    }
    const stage = async () => (await leadOf(email)).stage
    const withStranger = await funnel()
    expect(await stage()).toBe('saw-pitch')
    await stranger.post('/api/leads/application-confirmation', { page: '/thankyoucallc' })
    const call = { uid: `parted-${email}`, createdAt: new Date().toISOString(), email: `other-${email}` }
    const { lead } = (await stranger.get('/api/leads/own')).body
    const booking = calBooking('BOOKING_CREATED', { ...call, more: { metadata: { lead_id: lead.id } } })
    expect((await deliver(product.url, calCall(booking))).status).toBe(200)
    await waitFor('the booked call', async () => (await stage()) === 'booked')
    const whole = await funnel()
    await decide(email, 'part')
    expect(await stage()).toBe('lead')
    expect(await funnel()).toMatchObject({
      'saw-pitch': (withStranger['saw-pitch'] ?? 0) - 1,
      applied: (whole.applied ?? 0) - 1,
      booked: (whole.booked ?? 0) - 1,
    })
    await expectHonestNumbers(product)
    await decide(email, 'confirm')
    expect(await stage()).toBe('booked')
    expect(await funnel()).toEqual(whole)
    await browser.post('/api/leads/application-confirmation', { page: '/thankyoucallc' })
    await decide(email, 'part')
    // It applied in its own browser, too.
    expect(await stage()).toBe('applied')
    expect((await funnel()).applied).toBe(whole.applied)
    await expectHonestNumbers(product)
  })

  ordinaryTest('parting them before they were counted, they count nowhere', async () => {
    const letGo = await holdRollup(product)
    const { email } = await knownAndStranger()
    const [open] = await product.query(
      "select id from lead_captures where email = $1 and confirmation = 'open'",
      [email],
    )
    expect((await owner.post(`/api/unconfirmed/${open?.id}/part`, {})).status).toBe(200)
    await letGo()
    await expectHonestNumbers(product)
  })

  ordinaryTest(
    'can be changed both ways without losing anything, and is kept with its evidence',
    async () => {
      const { email, own, typed } = await knownAndStranger()
      await decide(email, 'confirm')
      await decide(email, 'part')
      expect(await leadOf(email)).toMatchObject({ name: own.name, phone: own.phone, captureCount: 1 })
      await decide(email, 'confirm')
      expect(await leadOf(email)).toMatchObject({ name: typed.name, phone: typed.phone, captureCount: 2 })
      const links = await product.query(
        `select evidence ->> 'by' as by, undone_at is not null as undone from person_links
        where kind = 'visitor' and person_id = (select person_id from leads where email = $1) order by at, undone desc`,
        [email],
      )
      expect(links).toEqual([
        { by: null, undone: false },
        { by: 'owner', undone: true },
        { by: 'owner', undone: false },
      ])
      await expectHonestNumbers(product)
    },
  )

  ordinaryTest(
    'is about one browser: what another one claims stays a claim, and without an advert it leaves the last one',
    async () => {
      const { email, own, typed } = await knownAndStranger()
      const third = product.browser()
      const claim = { name: 'Trudy', email, phone: '(202) 555-0188', page: '/meme' }
      await third.post('/api/capture-lead', claim)
      const say = async (name: string, what: 'confirm' | 'part') => {
        const { id } = (await unconfirmedOf(email)).find((one: { name: string }) => one.name === name)
        expect((await owner.post(`/api/unconfirmed/${id}/${what}`, {})).status).toBe(200)
      }
      await say('Mallory', 'confirm')
      expect(await leadOf(email)).toMatchObject({ name: typed.name, phone: typed.phone })
      await say('Mallory', 'part')
      expect(await leadOf(email)).toMatchObject({ name: own.name, phone: own.phone, isUnconfirmed: true })
      await say('Trudy', 'confirm')
      await third.post('/api/capture-lead', { ...claim, name: 'Wanda Direct' })
      expect(
        await product.query('select name, first_touch, last_touch from leads where email = $1', [email]),
      ).toEqual([
        { name: 'Wanda Direct', first_touch: { utm_source: 'ig' }, last_touch: { utm_source: 'ig' } },
      ])
    },
  )

  thoroughTest('is about those, too, that opened the links of that browser, and of one another', async () => {
    const { email, browser, stranger } = await knownAndStranger()
    const opens = async (from: TestBrowser) => {
      const { url } = (await from.post('/api/visitors/hand-off', { to: '/freetraining' })).body
      const opener = product.browser()
      expect((await opener.get(url)).status).toBe(303)
      await opener.post('/api/visitors/track', { path: '/freetraining' })
      return opener
    }
    const number = async () => {
      const { body } = await owner.get(`/api/customer-journey/${(await leadOf(email)).personId}`)
      return body.visitors.length
    }
    await decide(email, 'confirm')
    expect(await number()).toBe(2)
    await opens(await opens(stranger))
    await opens(browser)
    const undone = await opens(stranger)
    expect(await number()).toBe(6)
    await decide(email, 'part')
    expect(await number()).toBe(2)
    const [link] = await product.query(
      'select visitor_id from visitor_links order by opened_at desc, id desc limit 1',
    )
    expect((await owner.post(`/api/visitors/${link?.visitor_id}/undo-hand-off`, {})).status).toBe(200)
    expect(await toldTo(undone)).toEqual({ success: false })
    await decide(email, 'confirm')
    expect(await number()).toBe(5)
    await expectHonestNumbers(product)
  })

  thoroughTest(
    'takes from the lead what was done in browsers that opened the links of a parted one',
    async () => {
      const { email, browser, stranger } = await knownAndStranger()
      const applied = async () =>
        (
          await product.query(
            `select distinct visitor_id from milestones where lead_id = (select id from leads where email = $1)`,
            [email],
          )
        ).length
      await applies(await opens(await opens(stranger)))
      await applies(await opens(browser))
      expect(await applied()).toBe(2)
      await decide(email, 'part')
      expect(await applied()).toBe(1)
      await expectHonestNumbers(product)
    },
  )

  ordinaryTest('undoing a hand-off takes from the lead what was done by it alone', async () => {
    const { email, browser } = await knownAndStranger()
    const stage = async () => (await leadOf(email)).stage
    const idOf = async (nth: number) =>
      (await product.query('select visitor_id from visitor_links order by opened_at desc, id desc'))[nth]
        ?.visitor_id
    const before = await stage()
    const opener = await opens(browser)
    const third = await opens(opener)
    await applies(opener)
    await applies(third)
    expect(await stage()).toBe('applied')
    const undo = async (nth: number) =>
      expect((await owner.post(`/api/visitors/${await idOf(nth)}/undo-hand-off`, {})).status).toBe(200)
    await undo(1)
    expect(await stage()).toBe(before)
    const [left] = await product.query('select person_id from visitors where id = $1', [await idOf(0)])
    expect(left).toEqual({ person_id: null })
    expect(await toldTo(third)).toEqual({ success: false })
    expect(
      await product.query(
        'select 1 from milestones where lead_id = (select id from leads where email = $1)',
        [email],
      ),
    ).toEqual([])
    await expectHonestNumbers(product)

    // What its own browser did stays, and what it does later counts.
    const other = await opens(browser)
    await applies(browser)
    await applies(other)
    await undo(0)
    expect(await stage()).toBe('applied')
    await expectHonestNumbers(product)
  })

  ordinaryTest('is the owner’s alone, and about details that are there', async () => {
    const { email, stranger } = await knownAndStranger()
    const [{ id }] = await unconfirmedOf(email)
    for (const path of [`/api/unconfirmed/${id}/confirm`, `/api/unconfirmed/${id}/part`])
      expect((await stranger.post(path, {})).status).toBe(401)
    const own = await product.query('select id from lead_captures where email = $1 order by at', [email])
    for (const other of [own[0]?.id, 'nothing'])
      expect((await owner.post(`/api/unconfirmed/${other}/confirm`, {})).status).toBe(404)
    expect((await owner.get('/api/leads/nothing/unconfirmed')).status).toBe(404)
  })
})
