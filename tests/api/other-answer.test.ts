import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedApplication } from '#contract/application.ts'
import { OTHER } from '#contract/application-form.ts'
import { defaultQuestions } from '#contract/application-questions.ts'
import { SiteContent } from '#contract/site-content.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

// Who is something else is asked more, and led elsewhere.
const isOther = { question: 'work', test: 'is' as const, values: [OTHER], amount: 0 }
const choices = { options: [{ id: 'solo', label: 'Alone' }], other: true, otherLabel: 'None of these' }
const questions = [
  ...defaultQuestions.filter(({ id }) => id === 'email'),
  { id: 'work', kind: 'choice' as const, label: 'How do you work?', ...choices },
  { id: 'why', kind: 'short' as const, label: 'How come?', required: false, onlyIf: [isOther] },
  { id: 'tools', kind: 'several' as const, label: 'By which tools?', required: false, ...choices },
]
const endings = [{ id: 'else', to: '/qualified' as const, when: [isOther] }]

let product: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runProduct({ content: SiteContent.parse({ apply: { questions, endings } }) })
  owner = await product.owner()
})
afterAll(() => product?.end())

const application = (email: string, answers: object) => ({
  ...{ responseId: randomUUID(), page: '/apply', elapsed: 60_000 },
  answers: { email, ...answers },
})
const own = {
  work: OTHER,
  'work.other': '  In a travelling choir ',
  tools: ['solo', OTHER],
  'tools.other': 'Voices',
}
const listed = async (query = ''): Promise<ListedApplication[]> =>
  (await owner.get(`/api/applications?range=all${query}`)).body

describe('an answer of one’s own', () => {
  test('leads on, and is the person’s, found by its words and in the files', async () => {
    const browser = product.browser()
    const sent = application('choir@example.com', own)
    for (const _twice of [1, 2])
      expect((await browser.post('/api/application', sent)).body).toEqual({
        success: true,
        next: '/qualified',
      })
    const leadId = await product.leadIdOf('choir@example.com')
    const [row, ...rest] = await listed(`&leadId=${leadId}`)
    expect(rest).toEqual([])
    expect(row?.answers.slice(1)).toEqual([
      { question: 'How do you work?', answer: 'None of these: In a travelling choir', isOffWay: false },
      { question: 'By which tools?', answer: 'Alone, None of these: Voices', isOffWay: false },
    ])
    expect(row).toMatchObject({ answered: 3, of: 4 })
    const { personId } = (await owner.get(`/api/leads/${leadId}`)).body
    const journey = (await owner.get(`/api/customer-journey/${personId}`)).body
    expect(JSON.stringify(journey.applications)).toContain('None of these: In a travelling choir')
    for (const q of ['travelling choir', 'none of these', 'voices'])
      expect((await owner.get(`/api/customers?range=all&q=${encodeURIComponent(q)}`)).body, q).toMatchObject([
        { email: 'choir@example.com' },
      ])
    expect((await owner.get('/api/export/applications.csv?range=all')).text).toContain(
      'None of these: In a travelling choir',
    )
  })

  test('is kept while it is typed, for its own browser, as far as it counts', async () => {
    const browser = product.browser()
    const responseId = randomUUID()
    const keep = (revision: number, answers: object) =>
      browser.post('/api/application/answers', { responseId, revision, page: '/apply', answers })
    await keep(1, { work: OTHER, 'work.other': 'In a cho' })
    const begun = async () => (await browser.get('/api/application/own')).body.begun
    expect(await begun()).toEqual({
      ...{ responseId, revision: 1 },
      answers: { work: OTHER, 'work.other': 'In a cho' },
    })
    expect(await listed('&q=in%20a%20cho&state=left')).toMatchObject([{ answered: 1 }])
    // Chosen and not written yet is not answered, and what is no longer chosen is not kept.
    await keep(2, { work: OTHER })
    expect(await begun()).toMatchObject({ answers: { work: OTHER } })
    await keep(3, { work: 'solo', 'work.other': 'In a choir' })
    expect((await begun()).answers).toEqual({ work: 'solo' })
  })

  test('has to be written, and to be short enough, in the owner’s words', async () => {
    const refused = async (answers: object) => {
      const { status, body } = await product
        .browser()
        .post('/api/application', application('wrong@example.com', answers))
      expect(status).toBe(422)
      return body.fields
    }
    expect(await refused({ work: OTHER })).toEqual({ 'q.work': 'Please write your answer.' })
    expect(await refused({ work: OTHER, 'work.other': ' \n ' })).toEqual({
      'q.work': 'Please write your answer.',
    })
    expect(await refused({ work: OTHER, 'work.other': 'x'.repeat(301) })).toEqual({
      'q.work': 'Please shorten this a little.',
    })
    expect(await refused({ work: 'solo', tools: [OTHER] })).toEqual({
      'q.tools': 'Please write your answer.',
    })
    expect(await product.query("select 1 from leads where email = 'wrong@example.com'")).toEqual([])
  })

  test.each<[string, object, string]>([
    ['the name of what every object has', { 'constructor.other': 'x', 'toString.other': 'x' }, 'Alone'],
    ['a text to what is no choice', { 'email.other': 'x', 'why.other': 'x' }, 'Alone'],
    ['an object as text', { work: OTHER, 'work.other': { $gt: '' } }, ''],
    ['a list as text', { work: OTHER, 'work.other': ['one', 'two'] }, 'None of these: two'],
    [
      'zero and half characters',
      { work: OTHER, 'work.other': 'a\u0000b\ud800c' },
      'None of these: a b\ufffdc',
    ],
    ['markup', { work: OTHER, 'work.other': '"><script>x</script>' }, 'None of these: "><script>x</script>'],
  ])('hostile: %s', async (name, answers, shown) => {
    const { status } = await product
      .browser()
      .post('/api/application', application(`${name.length}@example.com`, { work: 'solo', ...answers }))
    expect(status).toBe(shown === '' ? 422 : 200)
    const [row] = (await listed()).filter(({ email }) => email === `${name.length}@example.com`)
    expect(row?.answers.find(({ question }) => question === 'How do you work?')?.answer ?? '').toBe(shown)
    expect(row?.answers.length ?? 2).toBe(2)
  })

  test('hostile: a prototype is not taken at all', async () => {
    const sent = JSON.stringify(application('proto@example.com', { work: OTHER }))
    const { status } = await product.browser().send('POST', '/api/application', {
      body: sent.replace('"email":', '"__proto__":{"work.other":"inherited"},"email":'),
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(400)
  })

  test('comes back in a form without scripts, and leads on once it is mended', async () => {
    const browser = product.browser()
    const post = (written: string) =>
      browser.send('POST', '/api/application', {
        body: new URLSearchParams([
          ...[
            ['q.email', 'plain@example.com'],
            ['page', '/apply'],
          ],
          ...[
            ['q.work', OTHER],
            ['q.work.other', written],
          ],
          ...[
            ['q.tools', 'solo'],
            ['q.tools', OTHER],
            ['q.tools.other', 'Voices "and" bells'],
          ],
        ]).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const { status, text } = await post('')
    expect(status).toBe(422)
    expect(text).toContain('Please write your answer.')
    expect(text).toContain('Voices &quot;and&quot; bells')
    const again = await post('In a choir')
    expect([again.status, again.headers.get('location')]).toEqual([303, '/qualified'])
  })
})

test('goes with the person it is of', async () => {
  const browser = product.browser()
  await browser.post(
    '/api/application',
    application('gone@example.com', { work: OTHER, 'work.other': 'My very own words' }),
  )
  const { personId } = (await owner.get(`/api/leads/${await product.leadIdOf('gone@example.com')}`)).body
  expect(JSON.stringify((await owner.get(`/api/people/${personId}/export`)).body)).toContain(
    'My very own words',
  )
  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  expect(await listed('&q=my%20very%20own')).toEqual([])
})

test('what was answered to a form that had no such answer reads as before', async () => {
  const form = {
    questions: [
      { ...questions[1], other: undefined, otherLabel: undefined, required: true, onlyIf: [], help: '' },
    ],
    ...{ endings: [], otherwise: '/thankyoucallc' },
  }
  await product.query('insert into application_forms (version, form, first_used_at) values ($1, $2, now())', [
    'before',
    JSON.stringify(form),
  ])
  await product.query(
    `insert into application_responses (id, visitor_id, form_version, page, revision, answers, words, answered, asked,
      started_at, updated_at) values ($1, $1, 'before', '/apply', 1, '{"work": "solo"}', 'Alone', 1, 1, now(), now())`,
    [randomUUID()],
  )
  expect((await listed()).find(({ of }) => of === 1)?.answers).toEqual([
    { question: 'How do you work?', answer: 'Alone', isOffWay: false },
  ])
})
