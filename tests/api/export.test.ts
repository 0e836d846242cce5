import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  product = await runProduct({ clock: clockFrom(wednesday) })
  owner = await product.owner()
  const eve = product.browser()
  await eve.post('/api/visitors/track', { path: '/meme?utm_source=%3Dcmd&utm_campaign=a%2Cb' })
  await eve.post('/api/visitors/page-view', { path: '/meme', title: '=HYPERLINK("http://evil.example")' })
  await eve.post('/api/capture-lead', {
    name: '=1+1',
    email: 'eve@example.com',
    phone: '+1 202-555-0143',
    page: '/meme',
  })
  const bo = product.browser()
  await bo.post('/api/visitors/page-view', { path: '/', title: 'Übung' })
  await bo.post('/api/capture-lead', {
    name: 'Bo "the dog" Li',
    email: 'bo@example.com',
    phone: '202-555-0144',
    page: '/',
  })
})
afterAll(() => product?.end())

const files = ['visitors', 'leads', 'page-views', 'tag-logs']
const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')

describe('the export', () => {
  it('is the owner’s alone', async () => {
    for (const file of files)
      expect([file, (await product.browser().get(`/api/export/${file}.csv`)).status]).toEqual([file, 401])
  })

  it('is a CSV file with a name, in UTF-8 with a byte order mark', async () => {
    for (const file of files) {
      const response = await fetch(`${product.url}/api/export/${file}.csv?range=all`, {
        headers: { cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.csv"$/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    }
  })

  it('never lets a visitor’s words run as a formula', async () => {
    const leads = await owner.get('/api/export/leads.csv?range=all')
    expect(leads.text).toContain(",'=1+1,eve@example.com,'+1 202-555-0143,")
    const visitors = await owner.get('/api/export/visitors.csv?range=all')
    expect(visitors.text).toContain(",'=cmd,")
    expect(visitors.text).toContain('"a,b"')
    const views = await owner.get('/api/export/page-views.csv?range=all')
    expect(views.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(views.text).toContain('Übung')
  })

  it('holds what the list holds: range, search and filters', async () => {
    const names = async (query: string) =>
      linesOf((await owner.get(`/api/export/leads.csv?${query}`)).text)
        .slice(1)
        .map((line) => /(\w+)@example\.com/.exec(line)?.[1])
    expect(await names('range=today')).toEqual(['bo', 'eve'])
    expect(await names('range=today&q=eve')).toEqual(['eve'])
    // As copied from a page that keeps a name on one line.
    expect(await names('range=today&q=the%C2%A0dog')).toEqual(['bo'])
    expect(await names('range=yesterday')).toEqual([])
    expect(await names(`range=today&tag=${encodeURIComponent('VH02 - Saw Pitch')}`)).toEqual([])
    const visitors = await owner.get('/api/export/visitors.csv?range=today&page=/')
    expect(linesOf(visitors.text)).toHaveLength(2)
    expect(visitors.text).toContain('Bo ""the dog"" Li')
  })

  it('parts cells by semicolons where they are asked for', async () => {
    const read = async (query: string) =>
      linesOf((await owner.get(`/api/export/leads.csv?range=today&q=eve${query}`)).text)
    const [headings = ''] = await read('')
    const parted = await read('&separator=semicolon')
    expect(parted[0]).toBe(headings.replaceAll(',', ';'))
    expect(parted[1]?.split(';')).toHaveLength(headings.split(',').length)
    expect((await owner.get('/api/export/leads.csv?separator=tab')).status).toBe(422)
  })

  it('refuses a range it cannot read instead of sending an empty file', async () => {
    expect((await owner.get('/api/export/leads.csv?range=never')).status).toBe(422)
    expect((await owner.get('/api/export/tag-logs.csv?ruleId=x')).status).toBe(404)
  })

  it('has the order that is chosen on the screen', async () => {
    const namesIn = async (asked: string, column: string) => {
      const [heading = '', ...rows] = linesOf((await owner.get(`/api/export/${asked}`)).text)
      const place = heading.split(',').indexOf(column)
      return rows.map((row) => row.split(',')[place])
    }
    const q = '?range=today&q=example.com'
    for (const dir of ['asc', 'desc']) {
      const sorted = `sort=name&dir=${dir}`
      const leads: { id: string }[] = (await owner.get(`/api/customers${q}&${sorted}`)).body
      expect(leads.length).toBeGreaterThan(1)
      const inFile = await namesIn(`leads.csv${q}&${sorted}`, 'Lead ID')
      expect(inFile).toEqual(leads.map(({ id }) => id))
      const visitors: { id: string }[] = (await owner.get(`/api/visitors${q}&${sorted}`)).body
      expect(await namesIn(`visitors.csv${q}&${sorted}`, 'Visitor ID')).toEqual(visitors.map(({ id }) => id))
      const logs: { leadEmail: string }[] = (await owner.get(`/api/auto-tags/logs?sort=lead&dir=${dir}`)).body
      expect(await namesIn(`tag-logs.csv?sort=lead&dir=${dir}`, 'Email')).toEqual(
        logs.map(({ leadEmail }) => leadEmail),
      )
    }
    expect(await namesIn(`leads.csv${q}`, 'Stage')).toEqual(['Lead', 'Lead'])
    const up = await namesIn(`leads.csv${q}&sort=email&dir=asc`, 'Email')
    expect(up.toSorted()).toEqual(up)
  })

  it('sends lists longer than one page whole, each row once', async () => {
    await product.query(
      `insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, page_view_count, visit_count)
      select gen_random_uuid(), $1, $1, at, at, 1, 1
      from generate_series(1, 3500) n, lateral (select $1::timestamptz - (n / 3) * interval '1 second' as at) time`,
      [wednesday],
    )
    const { text } = await owner.get('/api/export/visitors.csv?range=all')
    const ids = linesOf(text)
      .slice(1)
      .map((line) => line.split(',')[0])
    expect(ids).toHaveLength(3502)
    expect(new Set(ids).size).toBe(3502)
    // Too long to be put in order on the screen, it stays in its own order here, too.
    const sorted = await owner.get('/api/export/visitors.csv?range=all&sort=views&dir=asc')
    expect(sorted.text).toBe(text)
  })

  it('leaves nobody out who comes back while it is read, and adds nobody who came since', async () => {
    const insert = (count: number, firstSeen: string, at: string) =>
      product.query(
        `insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, page_view_count,
          visit_count, landing_path)
        select gen_random_uuid(), $1, at, at, at, 1, 1, repeat('/long', 400)
        from generate_series(1, ${count}) n, lateral (select $2::timestamptz + n * interval '1 s' as at) time
        returning id`,
        [firstSeen, at],
      )
    const returning = await insert(2, '2026-09-01', '2026-10-01')
    // More than the sockets between take in, so that the last pages are read only once the browser goes on.
    await insert(12_000, '2026-09-01', '2026-10-02')
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${product.url}/api/export/visitors.csv?range=all`, { headers: { cookie } })
    await product.query(
      `update visitors set last_seen_at = $1, last_view_at = $1, last_counted_at = $1 where id = any($2)`,
      [new Date(Date.parse(wednesday) + 600_000), returning.map(({ id }) => id)],
    )
    const later = new Date(Date.parse(wednesday) + 660_000).toISOString()
    const [newcomer] = await insert(1, later, later)
    const ids = linesOf(await response.text())
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')
    for (const { id } of returning) expect(ids).toContain(id)
    expect(ids).not.toContain(newcomer?.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(12_000)
  })

  it('says of each visitor whom no number holds why that is', async () => {
    const reasons = async (hidden: boolean) => {
      const { text } = await owner.get(`/api/export/visitors.csv?range=today&hidden=${hidden}&q=zz-ZZ`)
      const [heading = '', ...rows] = linesOf(text)
      expect(heading.split(',').at(-1)).toBe('Not counted because')
      return rows.map((row) => row.split(',').at(-1)).sort()
    }
    const visitor = async (path: string, agent?: string) => {
      const browser = product.browser(agent)
      await browser.post('/api/visitors/track', { path, language: 'zz-ZZ' })
      return browser
    }
    const view = async (path: string, agent?: string) =>
      (await visitor(path, agent)).post('/api/visitors/page-view', { path })
    await view('/counted')
    await visitor('/seen-only')
    await view('/bot', 'Googlebot/2.1')
    await view('/blocked')
    await owner.post('/api/blocked-pages', { pagePath: '/blocked' })
    const spam = { name: 'Spam', email: 'spam@example.com', phone: '1', page: '/meme', website: 'x' }
    await (await visitor('/meme')).post('/api/capture-lead', spam)
    expect(await reasons(false)).toEqual(['', 'No page view yet'])
    expect(await reasons(true)).toEqual(['Bot', 'Held back as spam', 'Hidden by a block'])
  })
})
