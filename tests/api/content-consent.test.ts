import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { fillIn } from '#contract/fill-in.ts'
import { defaultSiteContent } from '#contract/site-content.ts'
import { type ContentEditor, contentEditor } from '#support/content-editor.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

let product: RunningProduct
let editor: ContentEditor

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => new Date('2026-11-24T10:00:00Z') } })
  editor = contentEditor(await product.owner())
})
afterAll(() => product?.end())

let leads = 0
async function receiptOfNewLead(consentVersion?: string, at = product) {
  leads += 1
  const answer = await at.browser().post('/api/capture-lead', {
    name: 'Ada Kern',
    email: `ada${leads}@example.com`,
    phone: '(202) 555-0143',
    page: '/meme',
    elapsed: 9000,
    consentVersion,
  })
  expect(answer.status).toBe(200)
  const [receipt] = await product.query(
    `select receipt.version, receipt.text from consent_receipts receipt join leads on leads.id = receipt.lead_id
     where kind = 'marketing' and email = $1`,
    [`ada${leads}@example.com`],
  )
  return receipt
}

ordinaryTest(
  'changed consent words are a new version by themselves, and the next receipt names it',
  async () => {
    const before = await receiptOfNewLead()
    const bannerBefore = (await editor.read()).published.adConsent.version
    await editor.live((draft) => {
      draft.home.headline = 'Other words elsewhere'
    })
    expect((await editor.read()).published.consent.version).toBe(before?.version)

    await editor.live((draft) => {
      draft.consent.text = 'We write to you. Nothing else.'
      draft.consent.version = before?.version
    })
    const { published, draft } = await editor.read()
    expect(published.consent.version).toBe('2026-11-24-v2')
    expect(draft.consent.version).toBe('2026-11-24-v2')
    expect(published.adConsent.version).toBe(bannerBefore)
    expect(await receiptOfNewLead()).toMatchObject({
      version: '2026-11-24-v2',
      text: 'We write to you. Nothing else.',
    })
    expect((await product.browser().get('/meme')).text).toContain('value="2026-11-24-v2"')
  },
)

ordinaryTest('a form that was opened before the change keeps the words it showed', async () => {
  const shown = (await editor.read()).published.consent
  await editor.live((draft) => {
    draft.consent.text = 'Words nobody with an open form has seen.'
  })
  expect(await receiptOfNewLead(shown.version)).toEqual({ version: shown.version, text: shown.text })
  expect((await receiptOfNewLead('made up'))?.text).toBe('Words nobody with an open form has seen.')
})

ordinaryTest('so is a new name in the words, and the version of the banner goes its own way', async () => {
  await editor.live((draft) => {
    draft.consent.text = '{coach} writes to you.'
  })
  await editor.live((draft) => {
    draft.brand.coach = 'Another Coach'
  })
  expect((await editor.read()).published.consent.version).toBe('2026-11-24-v5')
  await editor.live((draft) => {
    draft.adConsent.text = 'May we count?'
  })
  const { published } = await editor.read()
  expect([published.consent.version, published.adConsent.version]).toEqual(['2026-11-24-v5', '2026-11-24-v6'])
})

thoroughTest('a form keeps the words it showed though the process that drew it is gone', async () => {
  const shown = fillIn((await editor.read()).published).consent
  await editor.live((draft) => {
    draft.consent.text = 'Words of a site that is started again.'
  })
  const next = await runProduct({ databaseUrl: product.databaseUrl })
  onTestFinished(next.end)
  expect(await receiptOfNewLead(shown.version, next)).toEqual({ version: shown.version, text: shown.text })
  const { version, text } = fillIn(defaultSiteContent).consent
  expect(await receiptOfNewLead(version, next)).toEqual({ version, text })
  expect((await receiptOfNewLead('made up', next))?.text).toBe('Words of a site that is started again.')
})
