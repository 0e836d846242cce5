import { expect } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import type { RunningProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import { calCall, deliver, stripeCall, typeformCall, voiceCall } from '#support/webhook-senders.ts'

const at = '2026-11-20T10:00:00.000Z'
/** A lead of whom the product learns all that it can learn. */
export const wanda = { name: 'Wanda Quillfeather', email: 'wanda.quill@example.com', phone: '+12025550199' }
const typed = '(202) 555-0199'
/** What gives Wanda away wherever it stands. */
export const words = [
  wanda.email,
  'Quillfeather',
  '2025550199',
  '555-0199',
  'click-of-wanda',
  'fb.1.wanda',
  'WandaPhone',
  'finger-of-wanda',
  'booking-of-wanda',
  '198.51.100.23',
]

/** Every text and json column of every table that holds one of the words, the queue's tables included. */
export async function placesOf(product: RunningProduct, words: string[]): Promise<string[]> {
  const columns = await product.query(`
    select c.table_schema as schema, c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'jobs') and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'json', 'jsonb', 'character varying') or c.data_type = 'ARRAY')`)
  const looks = columns.map(
    ({ schema, name, column }) => `select '${schema}.${name}.${column}' as place where exists (
      select from "${schema}"."${name}" held join unnest($1::text[]) word
        on lower(held."${column}"::text) like '%' || lower(word) || '%')`,
  )
  const found = await product.query(looks.join(' union all '), [words])
  return found.map(({ place }) => place).sort()
}

// What is worked out of other tables and kept beside them, to be counted or found by.
const WORKED_OUT = [
  ...['counted_ad_people', 'counted_ad_visitors', 'counted_leads', 'pending_leads', 'pending_visitors'],
  ...['rollup_queue', 'sealed_visitors', 'step_captures', 'visitor_search', 'visitor_values'],
  ...['visitors_to_recount', 'set_aside_events'],
]

const NAMING = ['lead_id', 'visitor_id', 'from_visitor_id', 'payment_id', 'external_event_id', 'person_id']

/** Of which table a row is, by its columns, and whom it names: a job may change what else it says at any time. */
export const whatAndWhose = (row: Record<string, unknown>): string =>
  [...Object.keys(row).sort(), ...NAMING.map((column) => row[column])].join(' ')

/** What and whose each row is that names a lead, visitor, payment or verified event of a person, by table. */
export async function rowsOfPerson(
  product: RunningProduct,
  personId: string,
): Promise<{ table: string; row: string }[]> {
  const columns = await product.query(
    `select c.table_name as name, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = any($1)`,
    [NAMING],
  )
  const ids = await product.query(
    `select id from leads where person_id = $1 union select id from visitors where person_id = $1
     union select event.id from external_events event join leads lead on lead.id = lead_id where person_id = $1
     union select $1::uuid`,
    [personId],
  )
  const found: { table: string; row: string }[] = []
  for (const { name, column } of columns) {
    if (WORKED_OUT.includes(name)) continue
    const rows = await product.query(
      `select to_jsonb(one) as row from "${name}" one where "${column}" = any($1::uuid[])`,
      [ids.map(({ id }) => id)],
    )
    for (const { row } of rows) found.push({ table: name, row: whatAndWhose(row) })
  }
  return found
}

/** The lead of an email, and the person that lead is. */
export const personOf = async (
  product: RunningProduct,
  email: string,
): Promise<{ id: string; person_id: string }> => {
  const [row] = await product.query('select id, person_id from leads where email = $1', [email])
  if (!row) throw new Error(`${email} is no lead`)
  return { id: row.id, person_id: row.person_id }
}
const send = async (product: RunningProduct, call: Parameters<typeof deliver>[1]) =>
  expect((await deliver(product.url, call)).status).toBe(200)

/** Wanda visits, fills in every form, books, pays and is called; gives her browser once all of it is worked off. */
export async function liveThrough(product: RunningProduct): Promise<TestBrowser> {
  const browser = product.browser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) WandaPhone/9.1', {
    'x-forwarded-for': '198.51.100.23',
  })
  const view = {
    fingerprint: 'finger-of-wanda',
    sessionId: 's1',
    title: 'Hi Wanda Quillfeather',
    utm_source: 'fb',
  }
  await browser.post('/api/visitors/track', { ...view, path: '/freetraining', fbclid: 'click-of-wanda' })
  await browser.post('/api/visitors/page-view', {
    ...view,
    path: '/freetraining',
    referrer: `https://mail.example.com/?to=${wanda.email}`,
  })
  await browser.post('/api/capture-lead', {
    ...wanda,
    phone: typed,
    page: '/freetraining',
    fbclid: 'click-of-wanda',
    fbp: 'fb.1.wanda',
    utm_source: 'fb',
  })
  await browser.post('/api/capture-lead', { ...wanda, page: '/meme', name: 'W. Quillfeather' })
  await browser.post('/api/capture-lead', { ...wanda, page: '/meme', website: 'https://spam.example.com' })
  await browser.post('/api/leads/add-video-tag', { fingerprint: '1', watchTime: 720 })
  await browser.post('/api/process-typeform-completion', {
    ...{ first_name: 'Wanda', last_name: 'Quillfeather', email: wanda.email, phone: typed },
    page: '/thankyoucall',
  })
  await browser.post('/api/process-typeform-completion', { phone: wanda.phone, page: '/thankyoucall' })
  await browser.post('/api/leads/add-booking-tag', {
    email: wanda.email,
    tagName: 'VH04 - Booked Call',
    source: 'cal_booking',
  })
  const { id } = await personOf(product, wanda.email)
  await send(
    product,
    typeformCall(
      formResponse({ eventId: 'e1', token: 't1', submittedAt: at, email: wanda.email, phone: wanda.phone }),
    ),
  )
  await send(
    product,
    calCall(calBooking('BOOKING_CREATED', { uid: 'booking-of-wanda', createdAt: at, email: wanda.email })),
  )
  await send(
    product,
    stripeCall(
      checkoutEvent('checkout.session.completed', {
        eventId: 'p1',
        session: 's1',
        at,
        reference: id,
        email: 'firm@example.com',
      }),
    ),
  )
  await send(
    product,
    voiceCall({ callId: 'c1', phone: wanda.phone, status: 'ended', summary: 'Wanda Quillfeather spoke.' }),
  )
  await send(product, voiceCall({ odd: true, note: `call ${wanda.email}` }))
  await waitFor('deliveries worked off', async () => {
    const rows = await product.query("select 1 from webhook_deliveries where state = 'waiting'")
    return rows.length === 0
  })
  return browser
}

/** What waits or was set aside for the advert account and the voice agent, which no product here is connected to. */
export async function leaveOpenWork(product: RunningProduct): Promise<void> {
  for (const [state, told, userAgent] of [
    ['waiting', 'browser', 'WandaPhone/9.1'],
    ['parked', 'server', 'WandaPhone/9.1'],
    ['sent', 'server', null],
  ])
    await product.query(
      `insert into ad_events (id, visitor_id, person_id, reported_by, occasion, pixel_id, event_name, url, at, ip_address,
         user_agent, fbc, fbp, state, due_at)
       select gen_random_uuid(), capture.visitor_id, lead.person_id, $2, null, '1', 'Lead',
         'https://coach.example.com/?fbclid=click-of-wanda', now(), '127.0.0.1', $3, 'fb.1.1.click-of-wanda',
         'fb.1.wanda', $1, now() + interval '1 hour'
       from leads lead join lead_captures capture on capture.lead_id = lead.id
       where lead.email = $4 and capture.visitor_id is not null limit 1`,
      [state, told, userAgent, wanda.email],
    )
  await product.query(
    `insert into lead_notes (id, lead_id, text, written_at)
     select gen_random_uuid(), id, $2, now() from leads where email = $1`,
    [wanda.email, `Spoke with ${wanda.name}.`],
  )
  await product.query(
    `insert into lead_next_steps (lead_id, text, due_on, set_at)
     select id, $2, now(), now() from leads where email = $1`,
    [wanda.email, `Call ${wanda.phone}`],
  )
  for (const state of ['waiting', 'sent', 'failed'])
    await product.query(
      `insert into mails (id, key, purpose, is_marketing, person_id, to_email, to_name, subject, body_text, body_html,
         created_at, state, next_try_at)
       select gen_random_uuid(), 'mail:' || $2, 'booking-confirmed', false,
         case when $2 = 'sent' then person_id end, 'Wanda.Quill@example.com', $3, 'Hi ' || $3, 'Hi ' || $3, 'Hi ' || $3,
         now(), $2, now() + interval '1 hour'
       from leads where email = $1`,
      [wanda.email, state, wanda.name],
    )
  await product.query("insert into mail_suppressions (email, reason, at) values ($1, 'refused', now())", [
    wanda.email,
  ])
  for (const state of ['waiting', 'parked', 'sent'])
    await product.query(
      `insert into call_requests (id, lead_id, phone_e164, page, requested_at, state, reason, failing_since)
       select gen_random_uuid(), id, $2, '/thankyoucall', now(), $1, $3, null from leads where email = $4`,
      [state, wanda.phone, `No line for ${wanda.name}.`, wanda.email],
    )
}
