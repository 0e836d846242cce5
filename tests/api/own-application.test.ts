import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedApplication } from '#contract/application.ts'
import { defaultQuestions } from '#contract/application-questions.ts'
import { SiteContent } from '#contract/site-content.ts'
import { readApplicationsPage } from '#server/reports/list-applications.ts'
import { crmAccess } from '#support/connected-crm.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
let crm: CrmServer
beforeAll(async () => {
  crm = await startCrmServer(crmAccess)
  const { token, locationId } = crmAccess
  product = await runProduct({
    environment: { GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url },
    content: SiteContent.parse({ calls: { tag: 'Call me' } }),
  })
  owner = await product.owner()
})
afterAll(async () => {
  await product?.end()
  await crm?.stop()
})

const VH01 = 'VH01 - Lead'
const VH03 = 'VH03 - Filled Application'
const answers = {
  situation: 'employed',
  problem: 'Finding a first customer.',
  goal: 'Ten of them.',
  ready: '8',
  start: 'now',
  alone: 'yes',
  budget: 'medium',
}
const of = (email: string, more: object = {}) => ({
  name: 'Ada Kern',
  email,
  phone: '+1 202 555 0143',
  ...answers,
  ...more,
})
const application = (email: string, more: { answers?: object } & Record<string, unknown> = {}) => ({
  responseId: randomUUID(),
  page: '/freetraining',
  elapsed: 60_000,
  ...more,
  answers: of(email, more.answers),
})
const lead = async (email: string, phone = '+1 202 555 0143') => {
  const browser = product.browser()
  const { status } = await browser.post('/api/capture-lead', {
    ...{ name: 'Ada Kern', email, phone, page: '/', elapsed: 9000, callConsent: true },
  })
  expect(status).toBe(200)
  return browser
}
const tagsOf = async (email: string) =>
  (
    await product.query(
      `select tag_name from lead_tags tag join leads lead on lead.id = tag.lead_id where lead.email = $1 order by 1`,
      [email],
    )
  )
    .map(({ tag_name }) => tag_name)
    .filter((tag) => tag !== 'Call me')
const eventsOf = (responseId: string) =>
  product.query(
    `select event.*, lead.email as lead_email from external_events event left join leads lead on lead.id = event.lead_id
      where event.key = $1`,
    [`own ${responseId}`],
  )
const countOf = async (table: string, email: string) =>
  (
    await product.query(`select 1 from ${table} where lead_id = (select id from leads where email = $1)`, [
      email,
    ])
  ).length
const listed = async (query = ''): Promise<ListedApplication[]> =>
  (await owner.get(`/api/applications?range=all${query}`)).body

describe('an application by a lead', () => {
  test('is its browser’s, with tags, call, journey and list, and leads on by its answers', async () => {
    const browser = await lead('ada@example.com')
    const sent = application('ada@example.com')
    expect(await browser.post('/api/application', sent)).toMatchObject({
      status: 200,
      body: { success: true, next: '/thankyoucall' },
    })
    expect(await eventsOf(sent.responseId)).toMatchObject([
      { kind: 'application', lead_email: 'ada@example.com', joined_by: 'reference', trigger: 'application' },
    ])
    expect(await tagsOf('ada@example.com')).toEqual([VH01, VH03])
    expect(await countOf('call_requests', 'ada@example.com')).toBe(1)
    // Nothing new was said, so there is no second capture.
    expect(await countOf('lead_captures', 'ada@example.com')).toBe(1)
    const leadId = await product.leadIdOf('ada@example.com')
    const { personId } = (await owner.get(`/api/leads/${leadId}`)).body
    const journey = (await owner.get(`/api/customer-journey/${personId}`)).body
    expect(journey.applications).toHaveLength(1)
    expect(journey.applications[0].answers).toContainEqual({
      question: 'When would you like to start?',
      answer: 'Right away',
    })
    expect(journey.begunApplications).toEqual([])
    expect(await listed(`&leadId=${leadId}`)).toMatchObject([
      {
        ...{ isFinished: true, ending: '/thankyoucall', answered: 10, isUnconfirmed: false },
        ...{ name: 'Ada Kern', phoneText: '(202) 555-0143' },
      },
    ])
  })

  test('twice in a row, and at once, is one', async () => {
    const browser = await lead('twice@example.com')
    const sent = application('twice@example.com')
    const all = await Promise.all([1, 2, 3].map(() => browser.post('/api/application', sent)))
    const later = await browser.post('/api/application', {
      ...sent,
      answers: of('twice@example.com', { start: 'later' }),
    })
    for (const { body } of all) expect(body).toEqual({ success: true, next: '/thankyoucall' })
    // Whoever sends something else under its id is told that it is not stored.
    expect(later.body).toEqual({ success: true, next: '/thankyoucall', isOther: true })
    expect(await eventsOf(sent.responseId)).toHaveLength(1)
    expect(await countOf('lead_captures', 'twice@example.com')).toBe(1)
    expect(await countOf('call_requests', 'twice@example.com')).toBe(1)
    const logs = await product.query(
      `select 1 from auto_tag_logs log join leads lead on lead.id = log.lead_id where lead.email = $1 and log.tag_name = $2`,
      ['twice@example.com', VH03],
    )
    expect(logs).toHaveLength(1)
  })

  test('counts once with what the page it leads to tells', async () => {
    const browser = await lead('page@example.com')
    await browser.post('/api/application', application('page@example.com'))
    await browser.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
    expect(await tagsOf('page@example.com')).toEqual([VH01, VH03])
    expect(await countOf('call_requests', 'page@example.com')).toBe(1)
  })

  test('corrects the lead where it is told more, as a second submit would', async () => {
    const browser = await lead('fix@example.com')
    await browser.post(
      '/api/application',
      application('fix@example.com', { answers: { phone: '+1 202 555 0199' } }),
    )
    const [row] = await product.query('select phone_e164, capture_count from leads where email = $1', [
      'fix@example.com',
    ])
    expect(row).toEqual({ phone_e164: '+12025550199', capture_count: 2 })
  })
})

describe('an application by nobody known', () => {
  test('makes a lead with the consent that stood there', async () => {
    const browser = product.browser()
    const sent = application('new@example.com', { page: '/apply', callConsent: true })
    expect((await browser.post('/api/application', sent)).body.next).toBe('/thankyoucall')
    expect(await tagsOf('new@example.com')).toEqual([VH01, VH03])
    const receipts = await product.query(
      `select receipt.kind, receipt.granted, receipt.page from consent_receipts receipt
        join leads lead on lead.id = receipt.lead_id where lead.email = $1 order by 1`,
      ['new@example.com'],
    )
    expect(receipts).toEqual([
      { kind: 'automated_call', granted: true, page: '/apply' },
      { kind: 'marketing', granted: true, page: '/apply' },
    ])
    expect(await eventsOf(sent.responseId)).toMatchObject([
      { lead_email: 'new@example.com', joined_by: 'reference' },
    ])
  })

  test('who types another person’s email learns and changes nothing of them, and calls nobody', async () => {
    await lead('victim@example.com')
    const before = await product.query('select name, phone from leads where email = $1', [
      'victim@example.com',
    ])
    const stranger = product.browser()
    const sent = application('victim@example.com', { answers: { name: 'Mallory', phone: '+1 202 555 0666' } })
    expect((await stranger.post('/api/application', sent)).body).toEqual({
      success: true,
      next: '/thankyoucall',
    })
    expect(
      await product.query('select name, phone from leads where email = $1', ['victim@example.com']),
    ).toEqual(before)
    expect(await countOf('call_requests', 'victim@example.com')).toBe(0)
    expect(await eventsOf(sent.responseId)).toMatchObject([{ joined_by: 'same-email' }])
    expect((await stranger.get('/api/application/own')).body).toEqual({ begun: null })
    const [row] = (await listed()).filter(({ id }) => id === sent.responseId)
    expect(row).toMatchObject({ isUnconfirmed: true })
  })

  test('who types another person’s email into a lead’s browser applies as that lead', async () => {
    await lead('other@example.com')
    const browser = await lead('mine@example.com', '+1 202 555 0177')
    const sent = application('other@example.com')
    await browser.post('/api/application', sent)
    expect(await eventsOf(sent.responseId)).toMatchObject([{ lead_email: 'mine@example.com' }])
    expect(await tagsOf('other@example.com')).toEqual([VH01])
  })

  test('a machine’s is held back with its submit, and counts for nobody', async () => {
    const sent = application('machine@example.com', { website: 'https://spam.example' })
    expect((await product.browser().post('/api/application', sent)).status).toBe(200)
    expect(await product.query('select 1 from leads where email = $1', ['machine@example.com'])).toEqual([])
    expect(await eventsOf(sent.responseId)).toMatchObject([{ lead_id: null }])
    expect((await owner.get('/api/unmatched')).body).toEqual([])
    // Released, the submit is a lead, and what it came with is that lead's.
    const held: { id: string; email: string }[] = (await owner.get('/api/quarantine')).body
    const [{ id } = { id: '' }] = held.filter(({ email }) => email === 'machine@example.com')
    expect((await owner.post(`/api/quarantine/${id}/release`, {})).status).toBe(200)
    expect(await eventsOf(sent.responseId)).toMatchObject([{ lead_email: 'machine@example.com' }])
    expect(await tagsOf('machine@example.com')).toContain(VH03)
  })
})

describe('an application whose answer, and the cookie with it, was lost', () => {
  const knownIn = async (browser: TestBrowser) =>
    (await browser.get('/api/leads/own')).body.lead?.email ?? null

  test('is known again by its own id, and leaves the browser its lead', async () => {
    const sent = application('lost-answer@example.com')
    await product.browser().post('/api/application', sent)
    const [unknown, seenMeanwhile] = [product.browser(), product.browser()]
    await seenMeanwhile.post('/api/visitors/track', { path: '/apply' })
    for (const browser of [unknown, seenMeanwhile]) {
      expect((await browser.post('/api/application', sent)).body.next).toBe('/thankyoucall')
      expect(await knownIn(browser)).toBe('lost-answer@example.com')
    }
    expect(await countOf('lead_captures', 'lost-answer@example.com')).toBe(1)
    // Whoever names it with another email is told nothing.
    const other = product.browser()
    const { next } = (await other.post('/api/application', { ...sent, answers: of('not-mine@example.com') }))
      .body
    expect([next, await knownIn(other)]).toEqual(['/thankyoucall', null])
  })

  test('is its lead’s where only the lead was stored before, and not the application', async () => {
    const sent = application('half-way@example.com', { page: '/apply' })
    await product.query(`create function no_application() returns trigger language plpgsql
      as $$ begin raise exception 'cut off'; end $$`)
    await product.query(
      'create trigger cut_off before insert on application_responses execute function no_application()',
    )
    expect((await product.browser().post('/api/application', sent)).status).toBe(500)
    await product.query('drop trigger cut_off on application_responses')
    const browser = product.browser()
    expect((await browser.post('/api/application', sent)).body.next).toBe('/thankyoucall')
    expect(await eventsOf(sent.responseId)).toMatchObject([
      { lead_email: 'half-way@example.com', joined_by: 'reference' },
    ])
    expect(await knownIn(browser)).toBe('half-way@example.com')
    expect(await tagsOf('half-way@example.com')).toEqual([VH01, VH03])
  })

  test('of a form without scripts is no key to anybody: its answers may be known to others', async () => {
    const body = new URLSearchParams(
      Object.entries(of('plain-again@example.com')).map(([id, value]) => [`q.${id}`, String(value)]),
    ).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const known of ['plain-again@example.com', null]) {
      const browser = product.browser()
      expect((await browser.send('POST', '/api/application', { body, headers })).status).toBe(303)
      expect(await knownIn(browser)).toBe(known)
    }
  })
})

describe('an application that is left unfinished', () => {
  const part = (responseId: string, revision: number, some: object) => ({
    responseId,
    revision,
    page: '/freetraining',
    answers: some,
  })

  test('is kept, gone on with by its own browser alone, and shown with how far it came', async () => {
    const browser = await lead('left@example.com')
    const id = randomUUID()
    await browser.post('/api/application/answers', part(id, 2, { situation: 'employed', problem: 'Time' }))
    // What arrives late is older than what is there.
    await browser.post('/api/application/answers', part(id, 1, { situation: 'student' }))
    expect((await browser.get('/api/application/own')).body).toEqual({
      begun: { responseId: id, revision: 2, answers: { situation: 'employed', problem: 'Time' } },
    })
    const stranger = product.browser()
    await stranger.post('/api/application/answers', part(id, 9, { situation: 'student' }))
    expect((await stranger.get('/api/application/own')).body).toEqual({ begun: null })
    const leadId = await product.leadIdOf('left@example.com')
    expect(await listed(`&state=left&leadId=${leadId}`)).toMatchObject([
      {
        id,
        isFinished: false,
        answered: 2,
        of: 12,
        ending: null,
        answers: [{ answer: expect.any(String) }, { answer: 'Time' }],
      },
    ])
    const { personId } = (await owner.get(`/api/leads/${leadId}`)).body
    const journey = (await owner.get(`/api/customer-journey/${personId}`)).body
    expect(journey.begunApplications).toMatchObject([{ answered: 2, of: 12 }])
    expect(await tagsOf('left@example.com')).toEqual([VH01])

    await browser.post('/api/application', application('left@example.com', { responseId: id }))
    expect((await browser.get('/api/application/own')).body).toEqual({ begun: null })
    await browser.post('/api/application/answers', part(id, 99, { situation: 'student' }))
    expect(await listed(`&leadId=${leadId}`)).toMatchObject([{ id, isFinished: true }])
  })

  test('is not kept before the visitor has given leave', async () => {
    const browser = product.browser()
    const id = randomUUID()
    const some = { ...part(id, 1, { problem: 'Time' }), consent: false, sessionId: randomUUID() }
    expect((await browser.post('/api/application/answers', some)).status).toBe(200)
    expect(browser.cookies.size).toBe(0)
    expect(await product.query('select 1 from application_responses where id = $1', [id])).toEqual([])
  })
})

describe('a form without scripts', () => {
  const form = async (browser: TestBrowser, fields: [string, string][]) =>
    browser.send('POST', '/api/application', {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const fields = (email: string): [string, string][] => [
    ...Object.entries(of(email)).map(([id, value]): [string, string] => [`q.${id}`, String(value)]),
    ['q.tried', 'course'],
    ['q.tried', 'coach'],
    ['page', '/apply'],
  ]

  test('leads on, and the same once more is the same application', async () => {
    const browser = product.browser()
    const first = await form(browser, fields('plain@example.com'))
    expect([first.status, first.headers.get('location')]).toEqual([303, '/thankyoucall'])
    expect((await form(browser, fields('plain@example.com'))).status).toBe(303)
    const rows = (await listed()).filter(({ email }) => email === 'plain@example.com')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.answers).toContainEqual({
      question: 'What have you tried so far?',
      answer: 'A course, Another coach',
      isOffWay: false,
    })
  })

  test('comes back with what was typed and what is wrong, and no stored script', async () => {
    const wrong = fields('plain2@example.com').map(([name, value]): [string, string] =>
      name === 'q.email'
        ? [name, 'no address']
        : name === 'q.name'
          ? [name, '"><script>x</script>']
          : [name, value],
    )
    const { status, text } = await form(product.browser(), wrong)
    expect(status).toBe(422)
    expect(text).toContain('Please enter an email address like you@example.com.')
    expect(text).toContain('value="no address"')
    expect(text).not.toContain('<script>x')
  })
})

describe('hostile answers', () => {
  test.each<[string, object, number]>([
    ['not an object', { answers: 'x' }, 422],
    ['a list as an answer to nothing', { answers: { a: [1, 2] } }, 422],
    ['too long', { answers: { problem: 'x'.repeat(6001) } }, 422],
    [
      'too many',
      { answers: Object.fromEntries(Array.from({ length: 81 }, (_, at) => [`a${at}`, 'x'])) },
      422,
    ],
    ['an id that is none', { responseId: 'x; drop table leads' }, 422],
    ['nothing at all', { answers: {} }, 422],
  ])('%s', async (_name, more, status) => {
    const answer = await product
      .browser()
      .post('/api/application', { ...application('hostile@example.com'), ...more })
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatch(/^[A-Z].*\.$/)
  })

  test('of zero characters, half characters and line breaks are stored readably', async () => {
    const sent = application('odd@example.com', {
      answers: { problem: 'a\u0000b\ud800c\r\nd', extra: 'unknown' },
    })
    expect((await product.browser().post('/api/application', sent)).status).toBe(200)
    const [row] = await product.query('select answers from application_responses where id = $1', [
      sent.responseId,
    ])
    expect(row?.answers.problem).toBe('a b\ufffdc\nd')
    expect(row?.answers.extra).toBeUndefined()
  })

  test('say beside each question what is wrong', async () => {
    const { body } = await product
      .browser()
      .post('/api/application', application('x@example.com', { answers: { email: 'a@b', start: 'never' } }))
    expect(body.fields).toEqual({
      'q.email': 'Please enter an email address like you@example.com.',
      'q.start': 'Please choose an answer.',
    })
  })
})

test('a person’s answers are in their export, and go with their erasure', async () => {
  const browser = await lead('gone@example.com', '+1 202 555 0188')
  await browser.post(
    '/api/application',
    application('gone@example.com', { answers: { problem: 'My very own words' } }),
  )
  await browser.post('/api/application/answers', {
    ...{ responseId: randomUUID(), revision: 1, page: '/apply', answers: { problem: 'My very own words' } },
  })
  const { personId } = (await owner.get(`/api/leads/${await product.leadIdOf('gone@example.com')}`)).body
  const held = (await owner.get(`/api/people/${personId}/export`)).body
  expect(held.applicationForms).toHaveLength(2)
  expect(JSON.stringify(held.applications)).toContain('My very own words')
  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  for (const table of ['application_responses', 'applications'])
    expect(
      await product.query(`select 1 from ${table} where answers::text like '%My very own words%'`),
    ).toEqual([])
})

test('a form that asks for the email alone takes nothing from what is known, and makes a lead of whoever is not', async () => {
  const questions = defaultQuestions.filter(({ kind }) => kind === 'email' || kind === 'long')
  const other = await runProduct({ content: SiteContent.parse({ apply: { questions, endings: [] } }) })
  try {
    const known = other.browser()
    const details = { name: 'Ada Kern', email: 'ada@example.com', phone: '+1 202 555 0143' }
    await known.post('/api/capture-lead', { ...details, page: '/', elapsed: 9000 })
    const sent = (email: string) => ({
      ...{ responseId: randomUUID(), page: '/apply', elapsed: 60_000 },
      answers: { email, problem: 'Time', goal: 'Less of it' },
    })
    expect((await known.post('/api/application', sent('ada@example.com'))).body.next).toBe('/thankyoucallc')
    await other.browser().post('/api/application', sent('grace@example.com'))
    const leads = await other.query('select name, email, phone, capture_count from leads order by email')
    expect(leads).toEqual([
      { ...details, capture_count: 1 },
      { name: 'grace', email: 'grace@example.com', phone: '', capture_count: 1 },
    ])
    // From a phone that is theirs, too: what its form did not ask is no correction of what is known.
    const phone = other.browser()
    const onPhone = async (more: object = {}) =>
      (await phone.post('/api/application', { ...sent('ada@example.com'), ...more })).status
    expect(await onPhone()).toBe(200)
    const own = await other.owner()
    const [{ id }] = (await own.get(`/api/leads/${await other.leadIdOf('ada@example.com')}/unconfirmed`)).body
    expect((await own.post(`/api/unconfirmed/${id}/confirm`, {})).status).toBe(200)
    expect(await onPhone({ callConsent: true })).toBe(200)
    expect(
      await other.query("select name, phone, capture_count from leads where email = 'ada@example.com'"),
    ).toEqual([{ name: details.name, phone: details.phone, capture_count: 3 }])
    // Its words stood nowhere.
    expect(
      await other.query("select 1 from consent_receipts where kind = 'automated_call' and page = '/apply'"),
    ).toEqual([])
  } finally {
    await other.end()
  }
})

test('the file of applications has a column for each question', async () => {
  const { text } = await owner.get('/api/export/applications.csv?range=all')
  expect(text.split('\r\n')[0]).toContain('When would you like to start?')
  expect(text).toContain('Right away')
})

test('the file of applications holds every answer to questions of the same words, and says which are no longer asked', async () => {
  const [email, about] = [
    defaultQuestions.find(({ kind }) => kind === 'email'),
    defaultQuestions.find(({ id }) => id === 'problem'),
  ]
  const yesNo = { ...about, kind: 'yesno' as const }
  const onlyIf = (value: string) => [{ question: 'selling', test: 'is' as const, values: [value], amount: 0 }]
  const questions = [
    email,
    { ...yesNo, id: 'selling', label: 'Do you sell already?' },
    { ...about, id: 'sold', label: 'How much a month?', onlyIf: onlyIf('yes') },
    { ...about, id: 'hoped', label: 'How much a month?', onlyIf: onlyIf('no') },
    { ...about, id: 'why', label: 'Why?' },
    { ...about, id: 'why-now', label: 'Why?' },
  ]
  const other = await runProduct({ content: SiteContent.parse({ apply: { questions, endings: [] } }) })
  try {
    const { status } = await other.browser().post('/api/application', {
      ...{ responseId: randomUUID(), page: '/apply', elapsed: 60_000 },
      answers: {
        ...{ email: 'ada@example.com', selling: 'no', sold: '900 dollars', hoped: '5000 dollars' },
        ...{ why: 'For my family', 'why-now': 'The baby comes in May' },
      },
    })
    expect(status).toBe(200)
    const { text } = await (await other.owner()).get('/api/export/applications.csv?range=all')
    const [heading = '', row = ''] = text.trim().split('\r\n')
    const cell = (name: string) => row.split(',')[heading.split(',').indexOf(name)]
    expect(cell('How much a month?')).toBe('5000 dollars')
    expect(cell('Why?')).toBe('"For my family; The baby comes in May"')
    expect(cell('Other answers')).toBe('How much a month? (no longer asked) 900 dollars')
  } finally {
    await other.end()
  }
})

test('a long list is counted whole, and a search of it up to a thousand', async () => {
  const other = await runProduct()
  try {
    const reader = await other.owner()
    const browser = other.browser()
    const sent = application('first@example.com')
    expect((await browser.post('/api/application', sent)).status).toBe(200)
    await other.query(`insert into application_responses (id, visitor_id, form_version, page, revision, answers, words,
        answered, asked, started_at, updated_at)
      select gen_random_uuid(), gen_random_uuid(), form_version, page, 1, '{}', 'Too few dancers ' || n, 1, 10,
        updated_at - n * interval '1 minute', updated_at - n * interval '1 minute'
      from application_responses, generate_series(1, 1004) n`)
    const head = async (query: string) => {
      const { headers, body } = await reader.get(`/api/applications?range=all${query}`)
      const rows = body as ListedApplication[]
      const [total, capped] = ['x-total-count', 'x-total-count-capped'].map((name) => headers.get(name))
      return { total, capped, rows: rows.length, next: headers.get('x-next-cursor') }
    }
    expect(await head('&limit=2')).toMatchObject({ total: '1005', capped: null, rows: 2 })
    expect(await head('&limit=2&q=dancers')).toMatchObject({ total: '1000', capped: 'true', rows: 2 })
    expect(await head('&limit=2&q=dancers%20100')).toMatchObject({ total: '6', capped: null, rows: 2 })
    expect(await head('&q=dancers%201004')).toEqual({ total: '1', capped: null, rows: 1, next: null })
    expect(await head('&state=finished')).toMatchObject({ total: '1', rows: 1 })
    const { next } = await head('&limit=500&q=dancers')
    const second = await reader.get(`/api/applications?range=all&limit=500&q=dancers&cursor=${next}`)
    expect(second.body).toHaveLength(500)

    await other.query('vacuum analyze')
    const query = { range: 'all', tz: 'UTC', q: '', state: 'all', limit: 2 } as const
    const read = await openForTest(other.databaseUrl)
      .transaction()
      .execute(async (transaction) => {
        expect((await readApplicationsPage(transaction, query, new Date())).rows).toHaveLength(2)
        const { rows } = await sql<{ read: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
          where relname = 'application_responses'`.execute(transaction)
        return Number(rows[0]?.read)
      })
    // Those of the page and some beyond, however many there are.
    expect(read).toBeLessThan(200)
  } finally {
    await other.end()
  }
})

test('who may read them is the owner', async () => {
  expect((await product.browser().get('/api/applications')).status).toBe(401)
})

test('answers never run as formulas in the file, nor do questions, and line breaks stay inside their cell', async () => {
  const [about] = defaultQuestions.filter(({ id }) => id === 'problem')
  const questions = [
    ...defaultQuestions.filter(({ kind }) => kind === 'email'),
    { ...about, id: 'trap', label: '=HYPERLINK("https://evil.example")' },
    { ...about, id: 'other', label: 'Anything else?' },
  ]
  const other = await runProduct({ content: SiteContent.parse({ apply: { questions, endings: [] } }) })
  try {
    for (const [at, words] of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a\n=1', '"=1"', ';=1'].entries()) {
      const { status } = await other.browser().post('/api/application', {
        ...{ responseId: randomUUID(), page: '/apply', elapsed: 60_000 },
        answers: { email: `a${at}@example.com`, trap: words, other: words },
      })
      expect(status).toBe(200)
    }
    const { text } = await (await other.owner()).get('/api/export/applications.csv?range=all')
    const cells = text
      .replace('\uFEFF', '')
      .match(/("(?:[^"]|"")*"|[^,\r\n"]*)(?=,|\r\n|$)/g)
      ?.map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
    expect(cells?.filter((cell) => /HYPERLINK|1\+1/.test(cell))).toHaveLength(3)
    expect(cells?.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([])
  } finally {
    await other.end()
  }
})

describe('search', () => {
  const emails = (rows: { email: string }[]) => rows.map(({ email }) => email)
  const leads = async (q: string, more = ''): Promise<{ email: string }[]> =>
    (await owner.get(`/api/customers?range=all&q=${encodeURIComponent(q)}${more}`)).body

  test('finds a lead by what it answered, in words that were typed and in those that were chosen', async () => {
    const browser = await lead('vets@example.com')
    const answered = { problem: 'Bookings for veterinarians\nof 100%_cats', situation: 'student' }
    await browser.post('/api/application', application('vets@example.com', { answers: answered }))
    for (const q of ['VETERINARIANS', '100%_c'])
      expect(emails(await leads(q)), q).toEqual(['vets@example.com'])
    expect(emails(await leads('I am studying'))).toContain('vets@example.com')
    expect(emails(await leads('veterinarians', '&page=/'))).toEqual(['vets@example.com'])
    expect(emails(await leads('veterinarians', '&step=applied'))).toEqual(['vets@example.com'])
    expect(await leads('veterinarians', '&page=/meme')).toEqual([])
    // Neither the names of questions nor the marks between them are anybody's words.
    for (const q of ['"answer"', 'employed"', 'What would you most like'])
      expect(await leads(q), q).toEqual([])
    const file = (await owner.get('/api/export/leads.csv?range=all&q=veterinarians')).text
    expect(file.trim().split('\r\n')).toHaveLength(2)
    expect(emails((await listed('&q=i%20am%20studying')) as { email: string }[])).toContain(
      'vets@example.com',
    )
  })

  test('finds what somebody left unfinished in the list of applications', async () => {
    const browser = await lead('begun@example.com')
    await browser.post('/api/application/answers', {
      ...{ responseId: randomUUID(), revision: 1, page: '/apply' },
      answers: { situation: 'between', problem: 'Unfinished business' },
    })
    for (const q of ['unfinished bus', 'between jobs'])
      expect(await listed(`&q=${encodeURIComponent(q)}`), q).toMatchObject([{ isFinished: false }])
  })
})
