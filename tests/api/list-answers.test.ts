import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-10T12:00:00Z')

beforeAll(async () => {
  product = await runProduct({
    clock: { now: () => now },
    environment: { PUBLIC_URL: 'http://www.coach.example', DEFAULT_COUNTRY: 'US' },
  })
  owner = await product.owner()
})
afterAll(() => product?.end())

type Row = Record<string, string | number | null>
const list = async (path: string): Promise<Row[]> => (await owner.get(path)).body
const typed = (path: string, q: string) => `${path}&q=${encodeURIComponent(q)}`
const capture = (browser: TestBrowser, name: string, phone: string, page = '/meme') =>
  browser.post('/api/capture-lead', { name, email: `${name.toLowerCase()}@leads.example`, phone, page })

it('finds a lead by any part of its phone number, however either is typed', async () => {
  const phones: [string, string][] = [
    ['Plain', '2025550143'],
    ['Marks', '(202) 555-0143'],
    ['Whole', '+1 202.555.0143'],
    ['Berlin', '+49 30 90182143'],
    ['Other', '(212) 867-5309'],
  ]
  for (const [name, phone] of phones) await capture(product.browser(), name, phone)
  const americans = ['Marks', 'Plain', 'Whole']
  const asked: [string, string[]][] = [
    ['(202) 555-0143', americans],
    ['2025550143', americans],
    ['+1 202', americans],
    ['+12025550143', americans],
    ['0012025550143', americans],
    ['202-555-0143', americans],
    ['555 0143', americans],
    ['0143', americans],
    ['143', ['Berlin', ...americans]],
    ['030 90182143', ['Berlin']],
    ['0049 30 9018', ['Berlin']],
    ['+49 (0)30 9018', ['Berlin']],
    ['3090182', ['Berlin']],
    ['867-5309', ['Other']],
    ['555 0144', []],
  ]
  for (const [q, names] of asked) {
    const found = await list(typed('/api/customers?range=today&tz=UTC', q))
    expect([q, found.map(({ name }) => name).sort()]).toEqual([q, [...names].sort()])
  }
})

it('finds a visitor by the name, email or phone of who it is', async () => {
  const browser = product.browser()
  now = new Date('2026-11-11T12:00:00Z')
  await browser.post('/api/visitors/page-view', { path: '/meme' })
  await capture(browser, 'Wilhelmina', '(303) 555-0188')
  await product.browser().post('/api/visitors/page-view', { path: '/meme' })
  for (const range of [
    'range=today&tz=UTC',
    'range=all',
    'range=custom&from=2026-11-11&to=2026-11-11&tz=UTC',
  ]) {
    expect((await list(`/api/visitors?${range}`)).length).toBeGreaterThan(1)
    for (const q of ['wilhelm', 'WILHELMINA@leads', '303 555']) {
      const found = await list(typed(`/api/visitors?${range}`, q))
      expect([range, q, found.map(({ name }) => name)]).toEqual([range, q, ['Wilhelmina']])
      const onPage = await list(typed(`/api/visitors?${range}&page=/meme`, q))
      expect([range, q, onPage.map(({ name }) => name)]).toEqual([range, q, ['Wilhelmina']])
    }
    expect(await list(typed(`/api/visitors?${range}`, '/meme'))).toEqual([])
  }
})

it('says of each visitor what it did in the days that are asked for', async () => {
  const browser = product.browser()
  const view = async (at: string) => {
    now = new Date(at)
    await browser.post('/api/visitors/page-view', { path: '/freetraining' })
  }
  for (const at of ['2026-11-12T10:00:00Z', '2026-11-12T10:10:00Z', '2026-11-12T11:00:00Z']) await view(at)
  await view('2026-11-13T09:00:00Z')
  now = new Date('2026-11-13T12:00:00Z')
  const asked: [string, object][] = [
    ['yesterday', { viewsInRange: 3, visitsInRange: 2, lastSeenInRange: '2026-11-12T11:00:00.000Z' }],
    ['today', { viewsInRange: 1, visitsInRange: 1, lastSeenInRange: '2026-11-13T09:00:00.000Z' }],
  ]
  for (const [range, says] of asked) {
    const [row] = await list(`/api/visitors?range=${range}&tz=UTC`)
    expect(row).toMatchObject({ ...says, pageViewCount: 4, visitCount: 3 })
  }
  for (const range of ['today', 'yesterday', 'last-7-days', 'all']) {
    const { pageViews } = (await owner.get(`/api/analytics/summary?range=${range}&tz=UTC`)).body
    const rows = await list(`/api/visitors?range=${range}&tz=UTC`)
    const sum = rows.reduce((all, { viewsInRange }) => all + Number(viewsInRange), 0)
    expect([range, sum]).toEqual([range, pageViews])
  }
})

it('gives the time of the first capture on a page, and leaves the site itself out of its referrers', async () => {
  const browser = product.browser()
  const page = '/lander-hack'
  now = new Date('2026-11-14T08:00:00Z')
  await capture(browser, 'Returning', '1', '/meme2')
  now = new Date('2026-11-14T09:00:00Z')
  await capture(browser, 'Returning', '1', page)
  now = new Date('2026-11-15T09:00:00Z')
  await capture(browser, 'Returning', '1', page)
  const referrers = [
    'https://www.coach.example/meme',
    'http://coach.example/',
    `${product.url}/meme`,
    'https://www.instagram.com/p/1',
    'https://notcoach.example/',
    '',
  ]
  for (const referrer of referrers)
    await product.browser().post('/api/visitors/page-view', { path: page, referrer })
  const { body } = await owner.get(`/api/pages/${encodeURIComponent(page)}/analytics?range=today&tz=UTC`)
  expect(body.leadDetails).toMatchObject([{ name: 'Returning', first_seen: '2026-11-14T09:00:00.000Z' }])
  expect(body.referrerData).toEqual({ 'instagram.com': 1, 'notcoach.example': 1, Direct: 1 })
  expect(body.ownReferrals).toBe(3)
})

it('counts what is searched exactly up to 1,000, and says 1,000 and more above it, however it is asked', async () => {
  now = new Date('2026-11-20T12:00:00Z')
  const id = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  await product.query(`
    insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, visit_count, page_view_count,
      first_touch, last_touch)
    select ${id('n')}, at, at, at, at, 1, 1, touch, touch from generate_series(1, 1400) n,
      lateral (select timestamptz '2026-11-19T00:00Z' + n * interval '30 seconds') time (at),
      lateral (select jsonb_build_object('utm_source', case when n % 7 = 0 then 'seldom' else 'usual' end)) ad (touch)`)
  await product.query(`
    with one as (
      insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select id, first_seen_at, '/counted', id, last_touch ->> 'utm_source', last_touch, false
      from visitors where id::text like '00000000-0000-7000-8000-%' returning visitor_id, at, path, source)
    insert into rollup_queue (visitor_id, at, path, source) select * from one`)
  await product.query(
    `insert into pending_visitors select id from visitors where id::text like '00000000-0000-7000-8000-%'`,
  )
  await product.query(
    `insert into people (id, created_at) select ${id('n')}, now() from generate_series(1, 1400) n`,
  )
  await product.query(`
    insert into leads (id, person_id, email, name, phone, slug, capture_source, capture_count, first_captured_at,
      last_captured_at, last_counted_at, crm_state)
    select ${id('n')}, ${id('n')}, n || '@many.example', case when n % 7 = 0 then 'Seldom' else 'Usual' end, '', '/counted',
      'customer', 1, at, at, at, 'delivered'
    from generate_series(1, 1400) n, lateral (select timestamptz '2026-11-19T00:00Z' + n * interval '30 seconds') time (at)`)
  await product.query(`
    insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, hidden)
    select md5(id::text)::uuid, last_captured_at, id, id, slug, name, email, phone, '', '{}', false
    from leads where slug = '/counted'`)
  for (const [q, count] of [
    ['seldom', 200],
    ['usual', 1000],
  ] as const)
    for (const range of ['all', 'custom&from=2026-11-19&to=2026-11-19'])
      for (const path of ['/api/visitors', '/api/customers', '/api/page-views']) {
        const told = new Set<string>()
        for (const limit of [1, 30, 100, 1000]) {
          const asked = `${path}?tz=UTC&range=${range}&q=${q}&limit=${limit}`
          const first = await owner.get(asked)
          const next = first.headers.get('x-next-cursor')
          const second = next ? await owner.get(`${asked}&cursor=${next}`) : first
          for (const { headers } of [first, second])
            told.add(`${headers.get('x-total-count')} ${headers.get('x-total-count-capped')}`)
        }
        expect([path, q, range, ...told]).toEqual([
          path,
          q,
          range,
          `${count} ${count === 1000 ? 'true' : 'null'}`,
        ])
      }
})

it('finds all page views of what was seen often once and hardly any more, newest first, page by page', async () => {
  now = new Date('2026-11-24T12:00:00Z')
  // Signed in anew: the clock jumped over days.
  const reader = await product.owner()
  const id = (n: string) => `md5('once ' || ${n})::uuid`
  // Back from the newest: one reader of today, then many of another title of a page, then many of the page that is sought,
  // who come back a second time.
  await product.query(`
    create temporary table seen as
      select ${id('0')} as visitor_id, timestamptz '2026-11-24T00:00Z' + n * interval '5 seconds' as at, '/now' as path,
        'Today' as title from generate_series(1, 3200) n
      union all select ${id('n')}, timestamptz '2026-11-22T00:00Z' + n * interval '10 seconds', '/often',
        case when n % 400 = 0 then 'Once more' else 'Often' end from generate_series(1, 6000) n
      union all select ${id('n')}, timestamptz '2026-11-21T00:00Z' + n * interval '10 seconds', '/once', 'Here'
        from generate_series(6001, 8500) n
      union all select ${id('n')}, timestamptz '2026-11-20T00:00Z' + n * interval '10 seconds', '/once', 'Here'
        from generate_series(8300, 8700) n;
    insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, visit_count, page_view_count,
      first_touch, last_touch)
    select visitor_id, min(at), max(at), max(at), max(at), 1, count(*), '{}', '{}' from seen group by 1;
    with one as (
      insert into page_views (visitor_id, at, path, title, id, source, attribution, hidden)
      select visitor_id, at, path, title, gen_random_uuid(), '', '{}', false from seen
      returning visitor_id, at, path, source)
    insert into rollup_queue (visitor_id, at, path, source) select * from one;
    insert into pending_visitors select distinct visitor_id from seen`)
  const days = 'tz=America/Los_Angeles&range=custom&from=2026-11-20&to=2026-11-21'
  for (const [range, until] of [
    ['range=all', '2026-11-25T00:00:00Z'],
    [days, '2026-11-22T08:00:00Z'],
  ] as const) {
    const wanted = await product.query(
      `select id from page_views where (path like '%once%' or title ilike '%once%') and at < $1 order by at desc, id desc`,
      [until],
    )
    expect(wanted.length).toBeGreaterThan(2900)
    const found: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, headers } = await reader.get(`/api/page-views?${range}&q=once&limit=700${cursor}`)
      found.push(...body.map((row: Row) => row.id))
      const next = headers.get('x-next-cursor')
      cursor = next && `&cursor=${next}`
    }
    expect(found).toEqual(wanted.map((row) => row.id))
  }
})

it('finds all visitors who were seen with a source on a page, however many views lie between, page by page', async () => {
  now = new Date('2026-11-29T12:00:00Z')
  const reader = await product.owner()
  // Every fourteenth view is of both; some of them are hidden, and some visitors only left their details there.
  await product.query(`
    create temporary table seen_with as
      select md5('both ' || n % 8000)::uuid as visitor_id, timestamptz '2026-11-26T00:00Z' + n * interval '10 seconds' as at,
        case when n % 2 = 0 then '/both' else '/apart' end as path,
        case when n % 7 = 0 then 'wanted' else 'unwanted' end as source, n % 140 = 0 as hidden
      from generate_series(1, 24000) n;
    insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, visit_count, page_view_count,
      first_touch, last_touch)
    select visitor_id, min(at), max(at), max(at), max(at), 1, count(*), '{}', '{}' from seen_with group by 1;
    with one as (
      insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select visitor_id, at, path, gen_random_uuid(), source, '{}', hidden from seen_with
      returning visitor_id, at, path, source, hidden)
    insert into rollup_queue (visitor_id, at, path, source)
    select visitor_id, at, path, source from one where not hidden and at <= '2026-11-27T00:00Z';
    with one as (
      insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, hidden)
      select gen_random_uuid(), timestamptz '2026-11-27T00:00Z' + n * interval '1 minute', lead.id, md5('both ' || n * 3)::uuid,
        '/both', lead.name, lead.email, '', 'wanted', '{}', false
      from generate_series(1, 300) n, lateral (select * from leads order by id offset n limit 1) lead
      returning id, visitor_id, at, slug, source)
    insert into rollup_queue (visitor_id, at, path, source, capture_id)
    select visitor_id, at, slug, source, id from one`)
  // More than a reader waits for is counted in two halves.
  await reader.get('/api/analytics/overview?range=all')
  await product.query(`
    insert into rollup_queue (visitor_id, at, path, source)
    select visitor_id, at, path, source from page_views where not hidden and at > '2026-11-27T00:00Z'`)
  for (const [range, since, until] of [
    ['range=all', '2026-11-26T00:00Z', '2026-11-30T00:00Z'],
    ['range=custom&from=2026-11-26&to=2026-11-28', '2026-11-26T00:00Z', '2026-11-29T00:00Z'],
    ['range=custom&from=2026-11-26&to=2026-11-27', '2026-11-26T00:00Z', '2026-11-28T00:00Z'],
    ['range=custom&from=2026-11-27&to=2026-11-27', '2026-11-27T00:00Z', '2026-11-28T00:00Z'],
  ] as const) {
    const wanted = await product.query(
      `select visitor_id as id from visitor_activity
      where source = 'wanted' and path = '/both' and not hidden and at >= $1 and at < $2
      group by 1 order by max(at) desc, 1 desc`,
      [since, until],
    )
    expect(wanted.length).toBeGreaterThan(700)
    const found: unknown[] = []
    const told = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, headers } = await reader.get(
        `/api/visitors?tz=UTC&${range}&source=wanted&page=/both&limit=400${cursor}`,
      )
      found.push(...body.map((row: Row) => row.id))
      told.add(`${headers.get('x-total-count')} ${headers.get('x-total-count-capped')}`)
      const next = headers.get('x-next-cursor')
      cursor = next && `&cursor=${next}`
    }
    expect([range, found]).toEqual([range, wanted.map((row) => row.id)])
    const isMore = wanted.length > 1000
    expect([range, ...told]).toEqual([range, isMore ? '1000 true' : `${wanted.length} null`])
  }
})
