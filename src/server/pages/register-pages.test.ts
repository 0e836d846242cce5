import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allClaims, keepAnswer } from '#contract/claim-answers.ts'
import { SiteContent } from '#contract/site-content.ts'
import { type PublicSite, registerPages } from './register-pages.ts'

const app = Fastify()
let content = SiteContent.parse({})
let site: PublicSite

beforeAll(async () => {
  site = await registerPages(app, {
    content,
    publicUrl: 'https://coach.example',
    now: () => new Date('2026-11-21T10:00:00Z'),
    dist: new URL('../../../dist', import.meta.url).pathname,
  })
  app.setNotFoundHandler((request, reply) => site.sendNotFound(request, reply))
  app.get('/form-again', (_request, reply) => {
    const values = { name: 'Ana <b>', email: 'ana@', phone: '1', page: '/' }
    return site.sendForm(reply, '/', { values, errors: { email: 'Please enter an email address.' } })
  })
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

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
  program: 'The Program',
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

describe('the public pages', () => {
  it('answer compressed as the browser likes, and say so', async () => {
    const plain = await get('/')
    const br = await get('/', { 'accept-encoding': 'gzip, br' })
    const gzip = await get('/', { 'accept-encoding': 'gzip' })
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['content-type']).toBe('text/html; charset=utf-8')
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(br.headers.vary).toBe('Accept-Encoding')
  })

  it('weigh at most 25 KB compressed, styles included', async () => {
    for (const path of site.paths) {
      const page = await get(path, { 'accept-encoding': 'br' })
      expect(page.rawPayload.length, path).toBeLessThanOrEqual(25_000)
    }
  })

  it('are not sent again to a browser that holds them', async () => {
    const first = await get('/')
    const again = await get('/', { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(first.headers['cache-control']).toBe('no-cache')
  })

  it('answer HEAD without a body', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/freetraining' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
  })

  it('carry nothing their own policy forbids: no inline script, no style attribute, no handler', async () => {
    for (const path of [...site.paths, '/nowhere']) {
      const page = await get(path)
      expect(page.headers['content-security-policy'], path).not.toContain('unsafe')
      expect(page.body, path).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\sstyle=|\son[a-z]+=/)
    }
  })

  it('name only scripts and fonts that are there, kept for a year', async () => {
    const page = await get('/freetraining')
    const assets = [...page.body.matchAll(/\/assets\/[\w.-]+/g)].map(([address]) => address)
    expect(assets.length).toBeGreaterThan(4)
    for (const address of assets) {
      const asset = await get(address)
      expect(asset.statusCode, address).toBe(200)
      expect(asset.headers['cache-control']).toContain('immutable')
    }
  })

  it('show shared links a picture of the right size, small enough for every app', async () => {
    for (const path of site.paths) {
      const page = await get(path)
      const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(page.body) ?? []
      expect(address, path).toMatch(/^https:\/\/coach\.example\/assets\/[\w.-]+\.png$/)
      const picture = await get(new URL(address).pathname)
      expect(picture.headers['content-type'], path).toBe('image/png')
      expect(picture.rawPayload.length, path).toBeLessThan(60_000)
      expect([picture.rawPayload.readUInt32BE(16), picture.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
    }
    const home = await get('/')
    expect(home.body).toContain('<link rel="canonical" href="https://coach.example/"')
    expect(home.body).toContain('name="twitter:card" content="summary_large_image"')
    const [, icon = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(home.body) ?? []
    expect((await get(icon)).headers['content-type']).toBe('image/png')
  })

  it('are open to search engines, variants under their first page’s address; members’ and unknown pages are not', async () => {
    for (const path of site.paths) {
      const { body } = await get(path)
      expect(body.includes('content="noindex"'), path).toBe(path === '/trainingportal')
    }
    expect((await get('/no-such-page')).body).toContain('content="noindex"')
    for (const [variant, first] of [
      ['/freetraining2', '/freetraining'],
      ['/freetrainingc', '/freetraining'],
      ['/thankyoucallb', '/thankyoucall'],
    ] as const)
      expect((await get(variant)).body).toContain(
        `<link rel="canonical" href="https://coach.example${first}"`,
      )
  })

  it('answer unknown addresses with status 404 and a way home', async () => {
    const page = await get('/no-such-page')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('404 Page Not Found')
    expect(page.body).toContain('Did you forget to add the page to the router?')
    expect(page.body).toContain('href="/"')
    expect((await get('/assets/../../package.json')).statusCode).toBe(404)
  })

  it('give a form back with its values, its errors beside the fields, and open', async () => {
    const page = await get('/form-again')
    expect(page.statusCode).toBe(422)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain('value="Ana &lt;b&gt;"')
    expect(page.body).toContain('Please enter an email address.')
    expect(page.body).toMatch(/<dialog[^>]* open/)
  })

  it('tell search engines what to list', async () => {
    expect((await get('/robots.txt')).body).toContain('Disallow: /analytics')
    expect((await get('/sitemap.xml')).body).toContain('<loc>https://coach.example/freetraining</loc>')
  })
})

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
    content = SiteContent.parse({ brand: { coach: 'Ana', name: 'Acme', email: 'help@coach.example' } })
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
