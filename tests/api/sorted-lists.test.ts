import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AutoTagLog, type LogSort, logSorts } from '#contract/auto-tags.ts'
import { type Lead, type LeadSort, leadSorts, leadStages } from '#contract/lead.ts'
import { sourceName } from '#contract/source-name.ts'
import { type ListedVisitor, type VisitorSort, visitorSorts } from '#contract/visitor.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser

const AN_HOUR = 3_600_000
let aheadMs = 0

const people = [
  {
    ...{ name: 'Cy', page: '/meme', views: 3, visits: 2, timezone: 'Asia/Tokyo', language: 'ja' },
    ...{ dueOn: '2026-12-09', advert: { utm_source: 'tiktok', utm_ad: 'Ad 10' } },
  },
  {
    ...{ name: 'ann', page: '/lander-hack', views: 1, visits: 1, timezone: 'UTC', language: 'en' },
    ...{ dueOn: undefined, advert: { utm_source: 'google', utm_campaign: 'ad 9' } },
  },
  {
    ...{ name: 'Bo', page: '/', views: 2, visits: 1, timezone: 'America/Denver', language: 'de' },
    ...{ dueOn: '2026-12-10', advert: {} },
  },
]

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => new Date(Date.now() + aheadMs) } })
  owner = await product.owner()
  for (const [index, person] of people.entries()) {
    const { name, page, views, visits, timezone, language, advert, dueOn } = person
    const browser = product.browser()
    await browser.post('/api/visitors/track', { path: page, timezone, language, ...advert })
    for (let view = 0; view < views; view += 1) {
      if (view > 0 && view < visits) aheadMs += AN_HOUR
      await browser.post('/api/visitors/page-view', { path: `/page-${view}` })
    }
    await browser.post('/api/capture-lead', {
      ...{ name, page, email: `${name.toLowerCase()}@example.com`, phone: `202-555-010${(index + 1) % 3}` },
    })
    if (name === 'Bo')
      await browser.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
    const nextStep = `/api/leads/${await product.leadIdOf(`${name.toLowerCase()}@example.com`)}/next-step`
    if (dueOn) await sendJson(owner, 'PUT', nextStep, { text: 'Call back', dueOn })
  }
  // What a CRM would have made of them.
  await product.query("update leads set crm_state = 'delivered' where name = 'ann'")
  await product.query(`
    update auto_tag_logs log set execution_ms = place % 3, status = (array['success', 'waiting', 'error'])[1 + place % 3],
      reason = case when place % 3 = 2 then 'No, ' || place end, contact_id = case when place % 3 = 0 then 'c' || place end
    from (select id, row_number() over (order by tag_name, id)::integer as place from auto_tag_logs) one
    where one.id = log.id`)
})
afterAll(() => product?.end())

const names = async (path: string) => {
  const { body, headers } = await owner.get(path)
  return {
    names: body.map(({ name }: { name: string }) => name),
    next: headers.get('x-next-cursor'),
    headers,
  }
}

/** What a column shows of a row; nothing where there is nothing to show. */
type Shown = string | number | null

const leadColumns: Record<LeadSort, (lead: Lead) => Shown> = {
  name: ({ name }) => name,
  stage: ({ stage }) => leadStages.indexOf(stage),
  source: sourceName,
  ad: ({ utmAd, utmCampaign }) => utmAd ?? utmCampaign,
  email: ({ email }) => email,
  phone: ({ phoneE164 }) => phoneE164,
  page: ({ slug }) => slug,
  crm: ({ delivery }) => delivery.state,
  'first-seen': ({ firstSeen }) => firstSeen,
  'next-step': ({ nextStep }) => nextStep?.dueOn ?? null,
}
const visitorColumns: Record<VisitorSort, (visitor: ListedVisitor) => Shown> = {
  name: ({ name }) => name,
  visits: ({ visitsInRange }) => visitsInRange,
  views: ({ viewsInRange }) => viewsInRange,
  source: sourceName,
  timezone: ({ timezone }) => timezone,
  language: ({ language }) => language,
  'first-seen': ({ firstSeen }) => firstSeen,
  'last-seen': ({ lastSeenInRange }) => lastSeenInRange,
}
const logColumns: Record<LogSort, (log: AutoTagLog) => Shown> = {
  status: ({ status }) => status,
  tag: ({ tagName }) => tagName,
  lead: ({ leadName }) => leadName,
  result: ({ errorMessage, ghlContactId }) => errorMessage ?? ghlContactId,
  took: ({ executionTime }) => executionTime,
  when: ({ timestamp }) => timestamp,
}

const compare = (one: Shown, other: Shown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en', { numeric: true, sensitivity: 'base' })

/** Equal ones stay newest first; those with nothing to show come last, either way. */
function plainlySorted<Row>(rows: Row[], shown: (row: Row) => Shown, dir: 'asc' | 'desc'): Row[] {
  const sign = dir === 'asc' ? 1 : -1
  const isEmpty = (row: Row) => shown(row) === null
  return [
    ...rows.filter((row) => !isEmpty(row)).sort((one, other) => sign * compare(shown(one), shown(other))),
    ...rows.filter(isEmpty),
  ]
}

async function expectSortable<Name extends string, Row extends { id: string }>(
  path: string,
  columns: readonly Name[],
  shown: Record<Name, (row: Row) => Shown>,
): Promise<void> {
  const list = async (query = ''): Promise<Row[]> => (await owner.get(`${path}&limit=1000${query}`)).body
  const rows = await list()
  for (const column of columns) {
    const values = new Set(rows.map(shown[column]).filter((value) => value !== null))
    expect(values.size, `different values of ${column}`).toBeGreaterThan(1)
    for (const dir of ['asc', 'desc'] as const) {
      const sorted = await list(`&sort=${column}&dir=${dir}`)
      const meant = plainlySorted(rows, shown[column], dir)
      expect(
        sorted.map(({ id }) => id),
        `${column} ${dir}`,
      ).toEqual(meant.map(({ id }) => id))
    }
  }
}

describe('a sorted list', () => {
  it('of leads is in the order of any of its columns, both ways', async () => {
    const by = async (query: string) => (await names(`/api/customers?range=all&${query}`)).names
    expect(await by('sort=name')).toEqual(['ann', 'Bo', 'Cy'])
    expect(await by('sort=name&dir=desc')).toEqual(['Cy', 'Bo', 'ann'])
    expect(await by('sort=stage&dir=desc')).toEqual(['Bo', 'ann', 'Cy'])
    expect(await by('sort=page')).toEqual(['Bo', 'ann', 'Cy'])
    expect(await by('sort=first-seen')).toEqual(['Cy', 'ann', 'Bo'])
    expect(await by('')).toEqual(['Bo', 'ann', 'Cy'])
    await expectSortable('/api/customers?range=all', leadSorts, leadColumns)
  })

  it('of visitors is so, too', async () => {
    const by = async (query: string) => (await names(`/api/visitors?range=all&${query}`)).names
    expect(await by('sort=views&dir=desc')).toEqual(['Cy', 'Bo', 'ann'])
    expect(await by('sort=timezone')).toEqual(['Bo', 'Cy', 'ann'])
    await expectSortable('/api/visitors?range=all', visitorSorts, visitorColumns)
  })

  it('of the rules’ log is so, too', async () => {
    const { body } = await owner.get('/api/auto-tags/logs?sort=lead&limit=1000')
    const leads: string[] = body.map(({ leadName }: { leadName: string }) => leadName)
    expect(leads).toEqual(leads.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })))
    await expectSortable('/api/auto-tags/logs?range=all', logSorts, logColumns)
  })

  it('comes page by page, each row once', async () => {
    const first = await names('/api/customers?range=all&sort=name&limit=2')
    expect(first.names).toEqual(['ann', 'Bo'])
    expect(first.headers.get('x-total-count')).toBe('3')
    const second = await names(`/api/customers?range=all&sort=name&limit=2&cursor=${first.next}`)
    expect([second.names, second.next]).toEqual([['Cy'], null])
  })

  it('goes on where it was when the last row of a page is there no longer', async () => {
    const read = async (cursor = '') =>
      owner.get(`/api/visitors?range=all&sort=name&limit=2${cursor && `&cursor=${cursor}`}`)
    const first = await read()
    const [kept, gone] = first.body as ListedVisitor[]
    const exclude = (excluded: boolean) =>
      sendJson(owner, 'PUT', `/api/visitors/${gone?.id}/exclude`, { excluded })
    expect((await exclude(true)).status).toBe(200)
    const second = await read(first.headers.get('x-next-cursor') ?? '')
    expect((await exclude(false)).status).toBe(200)
    const ids = (second.body as ListedVisitor[]).map(({ id }) => id)
    expect(ids).toHaveLength(1)
    expect(ids).not.toContain(kept?.id)
  })

  it('refuses a column that it does not have', async () => {
    expect((await owner.get('/api/customers?sort=password')).status).toBe(422)
  })

  it('of more than a thousand rows comes newest first, and says so', async () => {
    await product.query(`
      insert into visitors (id, first_seen_at, last_seen_at, last_counted_at, was_active)
      select gen_random_uuid(), now() - n * interval '1 minute', now() - n * interval '1 minute',
        now() - n * interval '1 minute', true from generate_series(1, 1000) n`)
    const { headers, body } = await owner.get('/api/visitors?range=all&sort=views')
    expect(headers.get('x-sort-skipped')).toBe('true')
    expect(body[0].name).toBe('Bo')
    const found = await owner.get('/api/visitors?range=all&sort=name&q=example.com')
    expect(found.headers.get('x-sort-skipped')).toBeNull()
  })
})
