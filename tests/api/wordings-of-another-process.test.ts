import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formVersion } from '#contract/form-version.ts'
import { SiteContent } from '#contract/site-content.ts'
import { contentEditor } from '#support/content-editor.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await runProduct()
  const editor = contentEditor(await product.owner())
  await editor.live((draft) => {
    draft.consent.text = 'We write to you.'
  })
})
afterAll(() => product?.end())

/** Another process publishes, and no word of it comes here: the connection that listens is lost at that moment. */
async function publishUnheard(change: (content: SiteContent) => void): Promise<SiteContent> {
  const [live] = await product.query('select content from site_versions order by version desc limit 1')
  const content = SiteContent.parse(live?.content)
  change(content)
  await product.query(
    `insert into site_versions (version, content, published_at, note, changed_paths, changed_count)
      select max(version) + 1, $1, now(), '', '{}', 0 from site_versions`,
    [JSON.stringify(content)],
  )
  return content
}

test('a receipt says what stood under the form that another process showed, though more was published since', async () => {
  const publish = (text: string) =>
    publishUnheard(({ consent }) => Object.assign(consent, { text, version: `version ${text}` }))
  const shown = [await publish('We write on Mondays.'), await publish('We write on Fridays.')]
  for (const { consent } of shown) {
    const email = `${randomUUID()}@example.com`
    const lead = { name: 'Ada', email, phone: '(202) 555-0143', page: '/meme', elapsed: 9000 }
    const sent = { ...lead, consentVersion: consent.version }
    expect((await product.browser().post('/api/capture-lead', sent)).status).toBe(200)
    const [receipt] = await product.query(
      `select receipt.version, receipt.text from consent_receipts receipt join leads on leads.id = receipt.lead_id
        where kind = 'marketing' and email = $1`,
      [email],
    )
    expect(receipt).toEqual({ version: consent.version, text: consent.text })
  }
})

test('an application is read in the words that another process asked with, though more was published since', async () => {
  const publish = (id: string) =>
    publishUnheard(({ apply }) => {
      const [first] = apply.questions
      if (!first) throw new Error('there are no questions')
      const asked = { ...first, id, kind: 'short' as const, label: `Your ${id}?`, options: [] }
      apply.questions = [asked, ...apply.questions.filter(({ kind }) => kind === 'email')]
      apply.endings = []
    })
  const shown = { dream: await publish('dream'), wish: await publish('wish') }
  for (const [id, { apply }] of Object.entries(shown)) {
    const responseId = randomUUID()
    const answers = { [id]: 'A boat', email: `${id}@example.com` }
    const sent = { responseId, version: formVersion(apply), answers, page: '/apply', elapsed: 60_000 }
    expect(await product.browser().post('/api/application', sent)).toMatchObject({ status: 200 })
    const [kept] = await product.query('select words from application_responses where id = $1', [responseId])
    expect(kept?.words).toContain('A boat')
  }
})
