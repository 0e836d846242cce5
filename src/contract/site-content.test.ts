import { describe, expect, it } from 'vitest'
import { defaultSiteContent, SiteContent } from './site-content.ts'

describe('site content', () => {
  it('is complete without a word from the owner', () => {
    expect(SiteContent.parse({})).toEqual(defaultSiteContent)
    expect(defaultSiteContent.home.headline).not.toBe('')
  })

  it('keeps the owner’s words and fills in the rest, also of documents older than a field', () => {
    const content = SiteContent.parse({ brand: { coach: 'Ana' }, home: { headline: 'Hello' }, gone: 1 })
    expect(content.brand.coach).toBe('Ana')
    expect(content.home.headline).toBe('Hello')
    expect(content.home.intro).toBe(defaultSiteContent.home.intro)
  })

  it.each([
    ['a script address as a link', { brand: { terms: 'javascript:alert(1)' } }],
    ['a link to another site without a scheme', { brand: { terms: '//evil.example' } }],
    ['a plain http link', { freetraining: { application: { link: 'http://form.example' } } }],
    ['a media id with a path in it', { freetraining: { video: { wistiaId: '../x' } } }],
    ['a line break in a headline', { home: { headline: 'a\nb' } }],
    ['a headline without end', { home: { headline: 'a'.repeat(121) } }],
    ['a support address that is none', { brand: { email: 'a@b c' } }],
  ])('refuses %s', (_what, document) => {
    expect(SiteContent.safeParse(document).success).toBe(false)
  })

  it('takes paragraphs where there may be some', () => {
    expect(SiteContent.parse({ terms: { text: 'one\r\n\r\ntwo' } }).terms.text).toBe('one\n\ntwo')
  })

  it('takes what Word, PowerPoint and tables paste: tabs and their own line breaks', () => {
    const list = '•\tFirst\r\n•\tSecond\u000bits second line\r\n\u0013HYPERLINK\u0014a link\u0015'
    expect(SiteContent.parse({ terms: { text: list } }).terms.text).toBe(
      '• First\n• Second\nits second line\n HYPERLINK a link',
    )
    expect(SiteContent.parse({ home: { headline: 'Build\tit\u000byourself' } }).home.headline).toBe(
      'Build it yourself',
    )
  })
})
