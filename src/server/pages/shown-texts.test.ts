import { afterAll, describe, expect, it } from 'vitest'
import { allClaims, keepAnswer } from '#contract/claim-answers.ts'
import { SiteContent } from '#contract/site-content.ts'
import { openPages } from '#support/public-pages.ts'

let content = SiteContent.parse({})
const { app, site, get } = await openPages(content)
afterAll(() => app.close())

/** Every text of a part of the content that a visitor reads; links, ids and empty texts are not among them. */
function texts(value: unknown): string[] {
  if (typeof value === 'string')
    return /^$|^\/|^https:|^abc123$/.test(value)
      ? []
      : value.split(/\n+/).map((line) => line.replace(/^# /, ''))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

const named: Record<string, string> = {
  coach: 'Ana',
  program: 'Fast Lane',
  brand: 'Acme',
  email: 'help@coach.example',
}
const withNames = (text: string) => text.replace(/\{(\w+)\}/g, (all, key: string) => named[key] ?? all)
const readable = (html: string) =>
  html
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

/** Which part of the content each page must show in full. */
const wordsByPath = (all: SiteContent): [string, unknown][] => [
  ['/', [all.home, all.leadForm, all.consent, all.brand.copyright]],
  ['/freetraining', all.freetraining],
  // Their application opens in a new tab, so they have no words for the form's dialog.
  ['/freetraining2', { ...all.freetraining2, application: [all.freetraining2.application.button] }],
  ['/freetrainingc', { ...all.freetrainingc, application: [all.freetrainingc.application.button] }],
  ['/meme', { ...all.meme, picture: all.meme.picture.alt }],
  ['/meme2', { ...all.meme2, picture: all.meme2.picture.alt }],
  ['/lander-college', all.landerCollege],
  ['/lander-hack', all.landerHack],
  ['/apply', applicationWords(all.apply)],
  ['/thankyoucall', [all.thankyoucall, all.calendar]],
  ['/thankyoucallb', all.thankyoucallb],
  ['/thankyoucallc', all.thankyoucallc],
  ['/qualified', all.qualified],
  ['/bookstrategy', all.bookstrategy],
  // The sentence without a support address is for a site that has none.
  ['/callbooked', { ...all.callbooked, rescheduleByInvitation: '' }],
  ['/trainingportal', portalWords(all.portal)],
  ['/builder', builderWords(all.builder)],
  ['/terms', all.terms],
  ['/privacy', all.privacy],
]

/** The upsell page's words but a full house's, the seven weekdays, and texts with figures, tested beside those. */
const builderWords = ({ full, urgency, calendar, ...builder }: SiteContent['builder']) =>
  texts([builder, urgency.why, calendar.end]).filter((text) => !/\{(?!coach|program|brand|email)/.test(text))

/** The application form's words without the names of its kinds and tests. */
const applicationWords = ({
  questions,
  endings: _endings,
  otherwise: _otherwise,
  ...words
}: SiteContent['apply']) => [
  words,
  questions.map(({ label, help, options, lowText, highText }) => [
    [label, help, lowText, highText],
    options.map((option) => option.label),
  ]),
]

/** The portal's words without its types, which stand there by name, and without what an empty week says. */
const portalWords = ({ weeks, videoCount, resourceCount, noVideos, ...portal }: SiteContent['portal']) => [
  portal,
  weeks.map(({ id: _id, videos, resources, ...week }) => [
    week,
    videos.map(({ title, description, duration }) => [title, description, duration]),
    resources.map(({ title, description }) => [title, description]),
  ]),
]

const readAll = async () =>
  new Map(
    await Promise.all(site.paths.map(async (path) => [path, readable((await get(path)).body)] as const)),
  )

describe('the owner’s words', () => {
  it('stand on their pages, every one of them, as soon as the site is republished', async () => {
    content = SiteContent.parse({
      brand: { coach: 'Ana', name: 'Acme', program: 'Fast Lane', email: 'help@coach.example' },
    })
    // Under a name the delivered claims are shown once the owner has answered for them.
    for (const claim of allClaims) content.claims[claim.id] = keepAnswer(content, claim)
    await site.show(content)
    const before = await readAll()
    // A video page with its video and form shows what one without does not, and the other way round.
    for (const page of [content.freetraining, content.freetraining2, content.freetrainingc]) {
      page.video.wistiaId = 'abc123'
      page.application.link = 'https://form.typeform.com/to/XyZ'
    }
    content.builder.offer.checkout = 'https://buy.stripe.com/test_abc'
    for (const resource of content.portal.weeks[0]?.resources ?? []) resource.url = 'https://files.example/1'
    content.calendar.link = 'https://calendar.example/ana/call'
    await site.show(content)
    const after = await readAll()
    for (const [path, part] of wordsByPath(content)) {
      for (const text of texts(part)) {
        expect(`${before.get(path)} ${after.get(path)}`, `${path}: ${text}`).toContain(withNames(text))
      }
    }
  })

  it('cannot break out of the page', async () => {
    content = SiteContent.parse({ home: { headline: '</style><script>alert(1)</script>' } })
    await site.show(content)
    const page = await get('/')
    expect(page.body).not.toContain('<script>alert')
    expect(page.body).toContain('&lt;script&gt;alert(1)')
  })

  it('open the policy to a third party only where a page uses it', async () => {
    content = SiteContent.parse({
      freetraining: { application: { link: 'https://form.typeform.com/to/XyZ' } },
    })
    await site.show(content)
    expect((await get('/freetraining')).headers['content-security-policy']).toContain(
      'frame-src https://form.typeform.com;',
    )
    expect((await get('/')).headers['content-security-policy']).toContain("frame-src 'none'")
  })

  it('of a consent are worked out once for a content: every tracking call asks for them', async () => {
    content = SiteContent.parse({ brand: { name: 'Acme' }, adConsent: { visit: 'May {brand} use cookies?' } })
    await site.show(content)
    const { adConsent: words, consent: texts } = site.shown()
    expect(words.text).toBe('May Acme use cookies?')
    expect(site.shown().adConsent).toBe(words)
    expect(site.shown().consent).toBe(texts)
    content = SiteContent.parse({
      brand: { name: 'Other' },
      adConsent: { visit: 'May {brand} use cookies?' },
    })
    await site.show(content)
    expect(site.shown().adConsent.text).toBe('May Other use cookies?')
  })
})
