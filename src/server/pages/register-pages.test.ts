import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { openPages } from '#support/public-pages.ts'

const { app, site, get } = await openPages(SiteContent.parse({}))
afterAll(() => app.close())

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

  it('are found with a slash at the end or in capitals, query kept, and nothing of it is kept on the way', async () => {
    const query = '?email=Ana%40x.example&utm_campaign=May/1'
    for (const path of [...site.paths.filter((path) => path !== '/'), '/analytics']) {
      for (const typed of [`${path}/`, path.toUpperCase(), `${path.toUpperCase()}/`]) {
        const answer = await get(typed + query)
        expect([answer.statusCode, answer.headers.location], typed).toEqual([301, path + query])
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    }
    const head = await app.inject({ method: 'HEAD', url: '/Freetraining/' })
    expect([head.statusCode, head.headers.location]).toEqual([301, '/freetraining'])
  })

  it('stay unknown where nothing is there, whatever the slashes', async () => {
    for (const url of ['/nowhere/', '/freetraining/more/', '//evil.example/', '/freetraining./']) {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers.location], url).toEqual([404, undefined])
    }
    expect((await app.inject({ method: 'POST', url: '/Freetraining/' })).statusCode).toBe(404)
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

  it('are open to search engines, variants under their first page’s address; members’, the application and unknown pages are not', async () => {
    for (const path of site.paths) {
      const { body } = await get(path)
      expect(body.includes('content="noindex"'), path).toBe(path === '/trainingportal' || path === '/apply')
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

  it('carry the logo at the foot of a video page as at its head', async () => {
    for (const path of ['/freetraining', '/freetraining2', '/freetrainingc']) {
      const { body } = await get(path)
      expect(body.slice(body.indexOf('<footer'), body.indexOf('</footer>')), path).toContain(
        'class="wordmark"',
      )
    }
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
