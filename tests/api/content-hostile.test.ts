import { describe, expect, it } from 'vitest'
import { contentEditor, put } from '#support/content-editor.ts'
import { ownProduct } from '#support/owned-product.ts'
import { expectRefusal } from './expect-refusal.ts'

const { product, owner } = await ownProduct()
const editor = contentEditor(owner)

const putText = (content: string) =>
  owner.send('PUT', '/api/site/draft', {
    body: `{"revision":0,"content":${content}}`,
    headers: { 'content-type': 'application/json' },
  })

describe('hostile content', () => {
  it.each([
    ['a script address', { brand: { terms: 'javascript:alert(1)' } }, 'brand.terms'],
    ['a script address in capitals and blanks', { brand: { terms: ' JaVaScRiPt:alert(1)' } }, 'brand.terms'],
    ['data in place of a page', { calendar: { link: 'data:text/html,<script>' } }, 'calendar.link'],
    ['another site without a scheme', { brand: { privacy: '//evil.example' } }, 'brand.privacy'],
    ['the same with a backslash', { brand: { privacy: '/\\evil.example' } }, 'brand.privacy'],
    ['a way out of an attribute', { brand: { privacy: '/a"onload="alert(1)' } }, 'brand.privacy'],
    ['a picture that is a script', { meme: { picture: { src: 'javascript:1' } } }, 'meme.picture.src'],
    ['a giant text', { terms: { text: 'a'.repeat(60_001) } }, 'terms.text'],
    ['a list without end', { builder: { fit: Array(500).fill('a') } }, 'builder.fit'],
    ['a line break in a headline', { home: { headline: 'a\nb' } }, 'home.headline'],
    ['a null byte', { home: { headline: 'a\0b' } }, 'home.headline'],
    ['a number as a text', { home: { headline: 7 } }, 'home.headline'],
    ['a text as a page', { home: 'x' }, 'home'],
    ['a list as a page', { home: [] }, 'home'],
    ['an endless price', { builder: { offer: { price: 1e300 } } }, 'builder.offer.price'],
  ])('%s is refused by its field', async (what, content, path) => {
    const answer = await put(owner, '/api/site/draft', { revision: 0, content })
    expectRefusal(answer, what, 422)
    expect(Object.keys(answer.body.fields)).toEqual([path])
  })

  it.each([
    ['no object', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
  ])('that is %s is refused', async (what, content) => {
    expectRefusal(await putText(content), what, 422)
  })

  it.each([
    ['reaches for the prototype', '{"__proto__":{"polluted":true}}'],
    ['reaches for the constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['reaches for it deeper', '{"home":{"__proto__":{"headline":"x"}}}'],
    ['is nested without end', `{"home":${'{"headline":'.repeat(20_000)}1${'}'.repeat(20_001)}`],
    ['is a list nested without end', `{"home":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['is larger than any site', `{"gone":"${'a'.repeat(1_100_000)}"}`],
  ])('that %s changes nothing and stops nothing', async (what, content) => {
    expectRefusal(await putText(content), what, [400, 413, 422])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((await editor.read()).revision).toBe(0)
  })

  it('in thousands of fields is refused in one short answer', async () => {
    const videos = Array.from({ length: 40 }, () => ({ title: 1, description: 2, duration: 3, wistiaId: 4 }))
    const answer = await put(owner, '/api/site/draft', {
      revision: 0,
      content: { portal: { weeks: [{ videos }, { videos }, { videos }] } },
    })
    expectRefusal(answer, 'thousands', 422)
    expect(Object.keys(answer.body.fields)).toHaveLength(100)
  })

  it('made of characters that no database takes is stored readable', async () => {
    expect(
      (
        await editor.save((draft) => {
          draft.home.headline = 'cut \ud83d off'
        })
      ).status,
    ).toBe(200)
    expect((await editor.read()).draft.home.headline).toBe('cut \ufffd off')
  })
})

it('words that look like markup are words on every page, in every place', async () => {
  const attack = '"><img src=x onerror=alert(1)>'
  await editor.live((draft) => {
    for (const page of [draft.home, draft.meme, draft.freetraining, draft.builder, draft.landerHack]) {
      page.headline = attack
      page.meta.title = attack
      page.meta.description = `</title><script>alert(1)</script>${attack}`
    }
    draft.brand.coach = '<b>x</b>{coach}{brand}'
    draft.consent.text = `</p>${attack}`
    draft.leadForm.nameMissing = `'${attack}`
    draft.terms.text = `# <script>alert(1)</script>\n\n${attack}`
    draft.adConsent.text = attack
    for (const week of draft.portal.weeks) week.title = attack
  })
  for (const path of [
    '/',
    '/meme',
    '/freetraining',
    '/builder',
    '/lander-hack',
    '/terms',
    '/trainingportal',
  ]) {
    const { text } = await product.browser().get(path)
    expect(text, path).not.toMatch(/<img src=x|<script>alert|<b>x/)
  }
})

it('a change sent from another site is refused, session or not', async () => {
  const { revision, draft } = await editor.read()
  const answer = await owner.send('PUT', '/api/site/draft', {
    body: JSON.stringify({ revision, content: draft }),
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
  })
  expectRefusal(answer, 'another site', 403)
})
