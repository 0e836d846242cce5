import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import { type ContentEditor, contentEditor } from '#support/content-editor.ts'
import { MARK, markedContent } from '#support/marked-content.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let product: RunningProduct
let editor: ContentEditor
const { content, paths } = markedContent()

beforeAll(async () => {
  product = await runProduct()
  editor = contentEditor(await product.owner())
})
afterAll(() => product?.end())

/** Everything a page tells a person or a script, tags and styles aside. */
function wordsOf(html: string): string[] {
  const plain = html.replace(/<style\b.*?<\/style>/gs, '').replace(/<noscript>|<\/noscript>/g, '')
  const attributes = [
    ...plain.matchAll(
      /\s(alt|title|aria-label|aria-description|placeholder|content|label|data-[\w-]+)="([^"]*)"/g,
    ),
  ].map(([, name, value]) => (name === 'content' || name?.startsWith('data-') ? onlyWords(value) : value))
  const texts = plain.replace(/<script\b[^>]*><\/script>/g, '').split(/<[^>]*>/)
  return [...texts, ...attributes].map((text) => (text ?? '').trim()).filter(Boolean)
}

// An address, a number or one word of machine language is no text; two words with a blank between them are.
const onlyWords = (value = ''): string => (/\p{L} \p{L}/u.test(value) ? value : '')

const allowed = [
  // The field no person sees, there for machines that fill in everything.
  /^Website$/,
  /^a@b\.example$/,
  /^(width=device-width|[{[].*[}\]]$)/s,
]

const leftOver = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replace(/&\w+;/g, ' ').replace(MARK, ' ')) &&
  !allowed.some((known) => known.test(text))

async function expectMarkedPages(): Promise<void> {
  const left: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const path of [...(await pathsOfSite()), '/nowhere']) {
    // What a form sends along unseen names the offer as every list and the CRM do.
    const html = (await product.browser().get(path)).text.replace(/<input type="hidden"[^>]*>/g, '')
    for (const [mark] of html.matchAll(MARK)) seen.add(mark)
    const strange = wordsOf(html).filter(leftOver)
    if (strange.length > 0) left[path] = [...new Set(strange)]
    for (const old of oldTexts)
      if (html.includes(old)) left[`${path} (old)`] = [...(left[`${path} (old)`] ?? []), old]
  }
  expect(left).toEqual({})
  expect(seen.size).toBeGreaterThan(paths.size * 0.6)
}

const pathsOfSite = async (): Promise<string[]> => [
  ...Object.keys(defaultSiteContent.pixel.pages),
  '/apply',
  '/trainingportal',
  '/terms',
  '/privacy',
]

/** The delivered texts as they would stand in HTML or in data, the longest words of each. */
// Names of pixel events' contents are for Meta alone, and are not marked.
const oldTexts = texts({ ...defaultSiteContent, pixel: {} }).filter((text) =>
  /\p{L}{3,} \p{L}{3,}/u.test(text),
)

function texts(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/\{\w+\}|["'’&<>\n]/).map((part) => part.trim())
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

describe('with every text of the document replaced', () => {
  it('no page says anything else', async () => {
    expect(paths.size).toBeGreaterThan(300)
    await editor.live((draft) => void Object.assign(draft, structuredClone(content)))
    await expectMarkedPages()
  })

  it('nor with every link, id and address filled in', async () => {
    const filled: SiteContent = structuredClone(content)
    filled.brand.email = 'a@b.example'
    filled.brand.portrait.src = 'https://pictures.example/a.jpg'
    filled.calendar.link = 'https://cal.com/x/y'
    filled.builder.offer.checkout = 'https://buy.stripe.com/x'
    filled.pixel.id = '123456'
    for (const page of [filled.freetraining, filled.freetraining2, filled.freetrainingc]) {
      page.video.wistiaId = 'abc123'
      page.application.link = 'https://form.typeform.com/to/abc'
    }
    for (const { videos, resources } of filled.portal.weeks) {
      for (const [index, video] of videos.entries()) video.wistiaId = `abc${index}`
      for (const resource of resources) resource.url = 'https://docs.example/a'
    }
    await editor.live((draft) => void Object.assign(draft, filled))
    await expectMarkedPages()
  })
})
