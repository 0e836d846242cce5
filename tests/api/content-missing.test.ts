import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MissingItem } from '#contract/content-api.ts'
import { type ContentEditor, contentEditor } from '#support/content-editor.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
let editor: ContentEditor

beforeAll(async () => {
  product = await runProduct({ environment: { PUBLIC_URL: 'https://coach.example', META_PIXEL_ID: '123' } })
  const { body, headers } = await product
    .browser(undefined, { origin: 'https://coach.example' })
    .post('/api/analytics/verify-password', { password: 'a password for tests' })
  expect(body).toEqual({ success: true })
  owner = product.browser(undefined, { origin: 'https://coach.example' })
  owner.cookies.set('leadline_owner', /leadline_owner=([^;]+)/.exec(headers.getSetCookie().join())?.[1] ?? '')
  editor = contentEditor(owner)
})
afterAll(() => product?.end())

const states = async () => {
  const items: MissingItem[] = (await owner.get('/api/site/missing')).body
  return { items, of: Object.fromEntries(items.map(({ id, state }) => [id, state])) }
}

it('the checklist names everything only the owner knows, and where it goes', async () => {
  const { items, of } = await states()
  expect(of).toMatchObject({
    coach: 'missing',
    brand: 'missing',
    email: 'missing',
    // The own calendar is there; its hours are a guess until the owner has looked at them.
    calendar: 'doubtful',
    // It works from the first minute, with the questions that were delivered.
    application: 'doubtful',
    'video-freetraining': 'missing',
    'video-week1-0': 'missing',
    checkout: 'missing',
    crm: 'missing',
    backup: 'missing',
    pixel: 'done',
    address: 'done',
    terms: 'doubtful',
    lead: 'missing',
    call: 'missing',
  })
  const { draft } = await editor.read()
  for (const { id, title, why, where } of items) {
    expect(
      [title, why, where.find].every((words) => words.length > 2),
      id,
    ).toBe(true)
    const held = where.path
      ?.split('.')
      .reduce<unknown>((value, key) => Reflect.get(Object(value), key), draft)
    if (where.path) expect(typeof held, where.path).toBe('string')
  }
})

it('it follows what is published, not what is drafted', async () => {
  await editor.save((draft) => {
    draft.brand.coach = 'Ana Kern'
    draft.calendar.link = 'https://cal.com/ana/call'
    draft.terms.text = 'Our own terms.'
  })
  expect((await states()).of.coach).toBe('missing')
  await editor.publish()
  await product.browser().post('/api/capture-lead', {
    ...{ name: 'Ada', email: 'ada@example.com', phone: '(202) 555-0143', page: '/meme', elapsed: 9000 },
  })
  expect((await states()).of).toMatchObject({ coach: 'done', calendar: 'done', terms: 'done' })
})

describe('a value is checked', () => {
  it.each([
    ['calendar', '', 'nothing in the field'],
    ['calendar', 'cal.com/ana', 'not a whole address'],
    ['calendar', 'http://cal.com/ana/call', 'https://'],
    ['calendar', 'https://cal.com', 'home page'],
    ['application', 'https://admin.typeform.com/form/abc/create', '/to/'],
    ['checkout', 'https://dashboard.stripe.com/payment-links', 'payment link'],
    ['video', 'what?', 'neither'],
    ['link', 'https://127.0.0.1/', 'public internet'],
    ['link', 'https://[::1]/', 'public internet'],
    ['link', 'https://169.254.169.254/latest/meta-data', 'public internet'],
    ['link', 'https://localhost/', 'public internet'],
    ['link', 'https://2130706433/', 'public internet'],
    ['link', 'file:///etc/passwd', 'not a whole address'],
  ])('as %s: %s', async (kind, value, words) => {
    const { body } = await owner.post('/api/site/check', { kind, value })
    expect(body).toEqual({ ok: false, words: expect.stringContaining(words) })
  })
})

it('an advert’s address is read against this site’s pages', async () => {
  const { body } = await owner.post('/api/site/read-address', {
    address: 'https://coach.example/meme?utm_source=ig&utm_medium=paid&utm_campaign_id=1',
  })
  expect(body).toMatchObject({ path: '/meme', pageExists: true, warnings: [] })
})
