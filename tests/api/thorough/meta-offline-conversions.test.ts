// A sample of it is in tests/api/meta-server-events.test.ts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { type MetaProduct, runMetaProduct } from '#support/meta-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import {
  calBooking,
  checkoutEvent,
  formResponse,
  invoiceObject,
  refundEvent,
  refundObject,
  stripeEvent,
} from '#support/webhook-bodies.ts'
import { calCall, deliver, stripeCall, typeformCall, type VendorCall } from '#support/webhook-senders.ts'

let product: MetaProduct
beforeAll(async () => {
  product = await runMetaProduct({
    // No event is due before a test says so: a browser that is to be the first must not have to hurry.
    laterAfterSeconds: 3600,
    pixel: { later: { booked: { value: 25, currency: 'EUR' } } },
  })
})
afterAll(() => product?.end())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
let people = 0

/** Somebody who came by an ad and became a lead, whose browser has reported something. */
async function person(options?: Parameters<MetaProduct['visitor']>[0]) {
  people += 1
  const email = `person${people}@example.com`
  const browser = await product.visitor(options)
  browser.cookies.set('_fbc', `fb.1.1795255200000.Click${people}`)
  await browser.post('/api/capture-lead', {
    name: 'Ada Kern',
    email,
    phone: `202-555-0${100 + people}`,
    page: '/',
  })
  await product.claim(browser, '/', 'Lead', { moment: 'submit' })
  return { email, browser }
}

async function tell(...calls: VendorCall[]): Promise<void> {
  for (const call of calls) expect((await deliver(product.url, call)).status).toBe(200)
  await waitFor('deliveries are worked off', async () => {
    const open = await product.query("select 1 from webhook_deliveries where state = 'waiting'")
    const jobs = await product.query(
      "select 1 from jobs.job where name = 'note-offline-conversions' and state in ('created', 'active', 'retry') and start_after <= now()",
    )
    return open.length + jobs.length === 0 || undefined
  })
}
const applied = (email: string, minutes = 1) =>
  typeformCall(formResponse({ token: randomUUID(), submittedAt: ago(minutes), email }))
const booked = (uid: string, email: string, more: { startTime?: string; createdAt?: string } = {}) =>
  calCall(calBooking('BOOKING_CREATED', { uid, createdAt: ago(2), startTime: ago(-600), email, ...more }))
const paid = (session: string, email: string, more: object = {}) =>
  stripeCall(
    checkoutEvent('checkout.session.completed', {
      eventId: `e_${session}`,
      session,
      at: ago(3),
      email,
      ...more,
    }),
  )
/** Lets the time of all that was noted come, and waits until it is sent. */
async function sent(): Promise<void> {
  await product.query("update ad_events set due_at = now() where state = 'waiting'")
  await waitFor('no event waits', async () => {
    // A sending that was under way may order the next one for the time that stood there before.
    await product.query(
      "update jobs.job set start_after = now() where name = 'send-ad-events' and state = 'created' and start_after > now()",
    )
    return (await product.query("select 1 from ad_events where state = 'waiting'")).length === 0
  })
}
async function eventsOf(browser: TestBrowser, email: string) {
  await sent()
  const [lead] = await product.query('select person_id from leads where email = $1', [email])
  const rows = await product.query(
    `select event.id from ad_events event left join visitors visitor on visitor.id = event.visitor_id
      where coalesce(event.person_id, visitor.person_id) = $1`,
    [lead?.person_id],
  )
  const ids = rows.map(({ id }) => id)
  expect(browser).toBeDefined()
  return product.meta.accepted
    .filter(({ event_id, event_name }) => ids.includes(event_id) && event_name !== 'Lead')
    .toSorted((a, b) => a.event_name.localeCompare(b.event_name))
}
const CALL_SECONDS = 15 * 60
const secondOf = (at: string) => Math.floor(Date.parse(at) / 1000)
const short = (events: Awaited<ReturnType<typeof eventsOf>>) =>
  events.map(({ event_name, custom_data }) => [event_name, custom_data?.value])

describe('what vendors verify', () => {
  it('is reported once: applied, booked with the owner’s value, held, and paid with the true amount', async () => {
    const { email, browser } = await person()
    const meeting = { startTime: ago(180), createdAt: ago(2000) }
    const paidAt = ago(3)
    const calls = [applied(email), booked('uid-1', email, meeting), paid('cs_1', email, { at: paidAt })]
    await tell(...calls, ...calls, applied(email))
    const events = await eventsOf(browser, email)
    expect(short(events)).toEqual([
      ['CallHeld', undefined],
      ['Purchase', 2497],
      ['Schedule', 25],
      ['SubmitApplication', undefined],
    ])
    expect(events[1]).toMatchObject({
      action_source: 'website',
      custom_data: { value: 2497, currency: 'USD', content_name: 'Payment' },
      user_data: { fbc: expect.stringMatching(/^fb\.1\.1795255200000\.Click\d+$/) },
    })
    expect(events[1]?.event_time).toBe(secondOf(paidAt))
    expect(events[0]?.event_time).toBe(secondOf(meeting.startTime) + CALL_SECONDS)
  })

  it('is not reported where the browser has reported the same, before or soon after', async () => {
    const { email, browser } = await person()
    await product.claim(browser, '/thankyoucallc', 'SubmitApplication')
    await tell(applied(email), booked('uid-2', email))
    expect(await product.claim(browser, '/callbooked', 'Schedule', { booking: 'uid-2' })).not.toBe('')
    expect(short(await eventsOf(browser, email))).toEqual([
      ['Schedule', undefined],
      ['SubmitApplication', undefined],
    ])
  })

  it('is not reported either where the browser told of it before anybody knew whose it was', async () => {
    const browser = await product.visitor()
    expect(await product.claim(browser, '/qualified', 'SubmitApplication')).not.toBe('')
    const email = 'late@example.com'
    await browser.post('/api/capture-lead', { name: 'Di', email, phone: '202-555-0177', page: '/' })
    await tell(applied(email))
    expect(short(await eventsOf(browser, email))).toEqual([['SubmitApplication', undefined]])
  })

  it('is not fired by a browser that comes after the server has reported it', async () => {
    const { email, browser } = await person()
    await tell(booked('uid-3', email))
    expect(short(await eventsOf(browser, email))).toEqual([['Schedule', 25]])
    expect(await product.claim(browser, '/callbooked', 'Schedule', { booking: 'uid-3' })).toBe('')
    expect(await product.claim(browser, '/callbooked', 'Schedule', { booking: 'uid-3b' })).not.toBe('')
  })

  it('leaves a page’s Purchase, which stands for a step, beside the payment itself', async () => {
    const { email, browser } = await person()
    await product.claim(browser, '/thankyoucall', 'Purchase')
    await tell(paid('cs_4', email), paid('cs_4b', email, { amount: 100 }))
    expect(short(await eventsOf(browser, email)).sort()).toEqual([
      ['Purchase', 1],
      ['Purchase', 2497],
      ['Purchase', 40],
    ])
  })

  it('reports no test payment, no refunded one, no call that was missed, and nothing older than a week', async () => {
    const { email, browser } = await person()
    const test = checkoutEvent('checkout.session.completed', {
      eventId: 'e_5',
      session: 'cs_5',
      at: ago(1),
      email,
    })
    await tell(
      stripeCall({ ...test, livemode: false }),
      applied(email, 7 * 24 * 60 + 5),
      stripeCall(refundEvent({ eventId: 'r_6', intent: 'pi_cs_6', at: ago(1), refunded: 249_700 })),
      paid('cs_6', email),
      calCall(
        calBooking('BOOKING_NO_SHOW_UPDATED', {
          uid: 'uid-5',
          createdAt: ago(10),
          startTime: ago(180),
          more: { attendees: [{ email, noShow: true }] },
        }),
      ),
      booked('uid-5', email, { startTime: ago(180), createdAt: ago(500) }),
    )
    expect(short(await eventsOf(browser, email))).toEqual([['Schedule', 25]])
  })

  it('tells what was given back of a payment that it has told of, once, and never of a test or a failed refund', async () => {
    const { email, browser } = await person()
    await tell(paid('cs_r', email))
    const back = (eventId: string, type: string, more: { amount: number; id: string; status: string }) =>
      stripeCall(
        stripeEvent(type, {
          eventId,
          at: ago(1),
          object: refundObject({ intent: 'pi_cs_r', at: ago(1), ...more }),
        }),
      )
    const done = { id: 're_r', amount: 50_000, status: 'succeeded' }
    await tell(
      back('e_r1', 'refund.created', { ...done, status: 'pending' }),
      back('e_r2', 'refund.updated', done),
      stripeCall(refundEvent({ eventId: 'e_r3', intent: 'pi_cs_r', at: ago(1), refunded: 50_000 })),
      back('e_r4', 'refund.created', { id: 're_failed', amount: 100, status: 'pending' }),
      back('e_r5', 'refund.failed', { id: 're_failed', amount: 100, status: 'failed' }),
    )
    const events = await eventsOf(browser, email)
    expect(short(events)).toEqual([
      ['Purchase', 2497],
      ['Refund', 500],
    ])
    expect(events[1]?.custom_data).toMatchObject({ currency: 'USD', content_name: 'Refund' })
    await tell(back('e_r6', 'refund.updated', done))
    expect(short(await eventsOf(browser, email))).toHaveLength(2)
  })

  it('tells of each invoice of a subscription, and of a call that the owner says was held', async () => {
    const { email, browser } = await person()
    const invoice = (id: string, isFirst: boolean) =>
      stripeCall(
        stripeEvent('invoice.paid', {
          eventId: `e_${id}`,
          at: ago(5),
          object: invoiceObject({ id, subscription: 'sub_m', amount: 9900, currency: 'jpy', email, isFirst }),
        }),
      )
    await tell(
      invoice('in_m1', true),
      invoice('in_m2', false),
      booked('uid-m', email, { startTime: ago(20) }),
    )
    const owner = await product.owner()
    expect((await owner.post('/api/bookings/uid-m/outcome', { outcome: 'held' })).status).toBe(200)
    await waitFor('it is noted', async () => {
      const rows = await product.query(
        `select 1 from ad_events event join leads lead on lead.person_id = event.person_id
          where event.event_name = 'CallHeld' and lead.email = $1`,
        [email],
      )
      return rows.length > 0
    })
    expect(short(await eventsOf(browser, email))).toEqual([
      ['CallHeld', undefined],
      ['Purchase', 9900],
      ['Purchase', 9900],
      ['Schedule', 25],
    ])
  })

  it('tells of a call that was moved as held at its new time, and of no second booking', async () => {
    const { email, browser } = await person()
    const startTime = ago(180)
    const body = calBooking('BOOKING_RESCHEDULED', {
      ...{ uid: 'uid-new', createdAt: ago(1500), startTime, email },
      more: { rescheduleUid: 'uid-old', rescheduleStartTime: ago(-600) },
    })
    await tell(booked('uid-old', email, { createdAt: ago(2000) }), calCall(body))
    const events = await eventsOf(browser, email)
    expect(short(events)).toEqual([
      ['CallHeld', undefined],
      ['Schedule', 25],
    ])
    expect(events[0]?.event_time).toBe(secondOf(startTime) + CALL_SECONDS)
  })

  it('is kept from the advert account for somebody who said no in any browser, or was never reported', async () => {
    const { email, browser } = await person()
    const { version } = product.content.adConsent
    const no = { choice: 'refused', version, page: '/' }
    const other = await product.visitor()
    await other.post('/api/capture-lead', { name: 'Ada', email, phone: '202-555-0199', page: '/' })
    await other.post('/api/visitors/ad-consent', no)
    await tell(paid('cs_7', email))
    expect(await eventsOf(browser, email)).toEqual([])
    const handing = await person()
    const { url } = (await handing.browser.post('/api/visitors/hand-off', { to: '/' })).body
    const opener = product.browser()
    await opener.get(url)
    await opener.post('/api/visitors/ad-consent', no)
    await tell(paid('cs_7b', handing.email))
    expect(await eventsOf(handing.browser, handing.email)).toEqual([])
    const quiet = await person({ headers: { 'sec-gpc': '1' } })
    await tell(paid('cs_8', quiet.email), applied(quiet.email))
    expect(await eventsOf(quiet.browser, quiet.email)).toEqual([])
  })

  it('is not sent once somebody has said no in any browser, even if it was noted before', async () => {
    const { email, browser } = await person()
    const other = await product.visitor()
    await other.post('/api/capture-lead', { name: 'Ada', email, phone: '202-555-0199', page: '/' })
    await sent()
    product.meta.failWith('error-500')
    await tell(paid('cs_late_no', email))
    const noted = () =>
      product.query(
        `select state, reason from ad_events where occasion = 'paid ' || (
           select id from payments where session_id = 'cs_late_no')`,
      )
    await waitFor('it is noted', async () => (await noted()).length > 0)
    const { version } = product.content.adConsent
    await other.post('/api/visitors/ad-consent', { choice: 'refused', version, page: '/' })
    product.meta.recover()
    expect(await eventsOf(browser, email)).toEqual([])
    expect(await noted()).toEqual([{ state: 'parked', reason: 'The visitor has refused ads since.' }])
  })

  it('waits for whoever it belongs to: a payment under another email counts once the owner joins it', async () => {
    const { email, browser } = await person()
    await tell(paid('cs_9', 'spouse@example.com'))
    const owner = await product.owner()
    const payments = (await owner.get('/api/payments?joined=no')).body
    const [{ id: leadId } = { id: '' }] = await product.query('select id from leads where email = $1', [
      email,
    ])
    await owner.post(`/api/payments/${payments[0].id}/join`, { leadId })
    await waitFor('it is noted', async () => {
      const rows = await product.query("select 1 from ad_events where occasion = 'paid ' || $1", [
        payments[0].id,
      ])
      return rows.length === 1 || undefined
    })
    expect(short(await eventsOf(browser, email))).toEqual([['Purchase', 2497]])
  })

  it('counts for the one it is joined to at last, where the owner took it back in time', async () => {
    const [wrong, right] = [await person(), await person()]
    await sent()
    await tell(paid('cs_taken_back', 'somebody.else@example.com'))
    const owner = await product.owner()
    const [payment] = await product.query("select id from payments where session_id = 'cs_taken_back'")
    const leadIdOf = async ({ email }: { email: string }) =>
      (await product.query('select id from leads where email = $1', [email]))[0]?.id
    const heldBy = async (leadId: unknown) => {
      const rows = await product.query(
        `select 1 from ad_events event join leads lead on lead.person_id = event.person_id
          where event.occasion = 'paid ' || $1 and lead.id = $2`,
        [payment?.id, leadId],
      )
      return rows.length === 1
    }
    const [wrongLead, rightLead] = [await leadIdOf(wrong), await leadIdOf(right)]
    await owner.post(`/api/payments/${payment?.id}/join`, { leadId: wrongLead })
    await waitFor('it is noted', () => heldBy(wrongLead))
    await owner.post(`/api/payments/${payment?.id}/undo-join`, {})
    await waitFor('it is taken back', async () => !(await heldBy(wrongLead)))
    await owner.post(`/api/payments/${payment?.id}/join`, { leadId: wrongLead })
    await waitFor('it is noted again', () => heldBy(wrongLead))
    await owner.post(`/api/payments/${payment?.id}/join`, { leadId: rightLead })
    await waitFor('it is the other’s', () => heldBy(rightLead))
    expect(short(await eventsOf(right.browser, right.email))).toEqual([['Purchase', 2497]])
    expect(short(await eventsOf(wrong.browser, wrong.email))).toEqual([])
  })
})

describe('a offline conversion that is switched off', () => {
  it('is not reported', async () => {
    const quiet = await runMetaProduct({ pixel: { later: { paid: { on: false } } } })
    try {
      const browser = await quiet.visitor()
      await browser.post('/api/capture-lead', {
        name: 'Bo',
        email: 'bo@example.com',
        phone: '202-555-0188',
        page: '/',
      })
      await quiet.claim(browser, '/', 'Lead', { moment: 'submit' })
      for (const call of [paid('cs_10', 'bo@example.com'), applied('bo@example.com')])
        await deliver(quiet.url, call)
      await waitFor('the application arrives', () =>
        quiet.meta.accepted.some(({ event_name }) => event_name === 'SubmitApplication'),
      )
      await quiet.settled()
      expect(quiet.meta.accepted.map(({ event_name }) => event_name).sort()).toEqual([
        'Lead',
        'SubmitApplication',
      ])
    } finally {
      await quiet.end()
    }
  })
})
