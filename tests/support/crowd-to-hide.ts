import { onTestFinished } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { holdLocks } from './lock-holder.ts'
import { type RunningProduct, runProduct } from './running-product.ts'
import type { TestBrowser } from './test-browser.ts'

/** The page that everybody of the crowd saw, and the address of every third of them. */
export const CROWDED_PAGE = '/crowded'
export const CROWDED_ADDRESS = '9.9.9.9'

/**
 * A product whose clock the test sets, its owner, and a connection on which the test counts portion by portion. With
 * `countsAlone` nobody else does, unless somebody reads.
 */
export async function startHiding(begin: string, { countsAlone = false } = {}) {
  const time = { now: new Date(begin) }
  const product = await runProduct({
    clock: { now: () => time.now },
    environment: { TRUST_PROXY: '1' },
    ...(countsAlone && { countEveryMs: 3_600_000 }),
  })
  onTestFinished(() => product.end())
  const opened = openDatabase({
    connection: { connectionString: product.databaseUrl, application_name: 'counts by hand' },
    maxConnections: 3,
    statementTimeoutMs: 0,
    onLostConnection() {},
  })
  onTestFinished(() => opened.close())
  const pass = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1000)
  }
  return { product, owner: await product.owner(), database: opened.database, time, pass }
}

/**
 * Visitors of the last hour before now with three views each, one of them of the crowded page, of every fifth no other;
 * every tenth is a lead of that page. All of it is stored and noted as tracking and captures do it.
 */
export async function fillCrowd(product: RunningProduct, now: Date, visitors: number): Promise<void> {
  await product.query(
    `insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, was_active, visit_count, page_view_count,
      ip_address, first_touch, last_touch)
    select md5('crowd ' || n)::uuid, at, at + interval '2 minutes', at + interval '2 minutes', at + interval '2 minutes', true, 1, 3,
      case when n % 3 = 0 then '${CROWDED_ADDRESS}' else '8.8.4.' || n % 200 end, '{}', '{}'
    from generate_series(1, $1::integer) n,
      lateral (select $2::timestamptz - interval '1 hour' + n * interval '1 second') time (at)`,
    [visitors, now],
  )
  await product.query(
    `with view as (
      insert into page_views (visitor_id, at, path, id, ip_address, source, attribution, hidden)
      select visitor.id, first_seen_at + step * interval '1 minute',
        case when step = 1 or n % 5 = 0 then '${CROWDED_PAGE}' else '/page-' || step end,
        gen_random_uuid(), visitor.ip_address, '', '{}', false
      from generate_series(1, $1::integer) n join visitors visitor on visitor.id = md5('crowd ' || n)::uuid
      cross join generate_series(0, 2) step returning visitor_id, at, path, source)
    insert into rollup_queue (visitor_id, at, path, source, previous)
    select visitor_id, at, path, source, lag(at) over (partition by visitor_id order by at) from view`,
    [visitors],
  )
  await product.query(
    `insert into pending_visitors (visitor_id, ip_address)
    select md5('crowd ' || n)::uuid, ip_address from generate_series(1, $1::integer) n
    join visitors on id = md5('crowd ' || n)::uuid`,
    [visitors],
  )
  await product.query(
    `insert into people (id, created_at)
    select id, last_seen_at from generate_series(10, $1::integer, 10) n join visitors on id = md5('crowd ' || n)::uuid`,
    [visitors],
  )
  await product.query(`insert into leads (id, person_id, visitor_id, email, name, phone, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, last_counted_at, crm_state)
    select id, id, id, id || '@example.com', 'Ada', '', '${CROWDED_PAGE}', 'customer', 1, created_at, created_at, created_at, 'delivered'
    from people where not exists (select from leads lead where lead.person_id = people.id)`)
  await product.query(`with capture as (
      insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, hidden, ip_address)
      select gen_random_uuid(), last_captured_at, lead.id, lead.id, slug, name, email, phone, '', '{}', false, visitor.ip_address
      from leads lead join visitors visitor on visitor.id = lead.id and lead.id = lead.visitor_id
      returning visitor_id, at, slug, source, id)
    insert into rollup_queue (visitor_id, at, path, source, capture_id, previous) select *, at from capture`)
  await product.query('update visitors set person_id = people.id from people where people.id = visitors.id')
  await product.query('insert into pending_leads select id from leads')
}

/**
 * Keeps whoever counts from getting through: they wait in the middle of their transaction until they are let go, before
 * they have written anything (`value_hours`) or when next to all is written (`page_titles`).
 */
export async function holdCounting(
  product: RunningProduct,
  table: 'value_hours' | 'page_titles' = 'value_hours',
) {
  const holder = await holdLocks(product.databaseUrl, `lock table ${table} in share mode`)
  const isWaiting = async (): Promise<boolean> => (await holder.heldUp()).length > 0
  return {
    /** Resolves once somebody waits in the middle of counting. */
    reached: () => holder.untilHeldUp('somebody is in the middle of counting'),
    isWaiting,
    letGo: holder.letGo,
  }
}

/** What the owner is told of all days, from the cards, the list, the chart and the leads. */
export async function toldOf(owner: TestBrowser) {
  const { body: overview } = await owner.get('/api/analytics/overview?range=all')
  const { body: summary } = await owner.get('/api/analytics/summary?range=all')
  const total = async (path: string) =>
    Number((await owner.get(`${path}range=all&limit=1`)).headers.get('x-total-count'))
  const sum = (key: 'views' | 'leads') =>
    overview.series.reduce((all: number, point: Record<typeof key, number>) => all + point[key], 0)
  return {
    recounting: summary.recounting,
    cards: [summary.visitors, summary.pageViews, summary.leads],
    lists: [await total('/api/visitors?'), await total('/api/page-views?'), await total('/api/customers?')],
    charts: [overview.funnel[0].people, sum('views'), overview.funnel[1].people],
  }
}

/** What is to be told: visitors, page views and leads that an own look at what is stored finds, given what hides them. */
export async function expectedOf(product: RunningProduct, hidden: { page?: string; address?: string }) {
  const [row] = await product.query(
    `with activity as (
      select visitor_id, path, ip_address, null::uuid as lead_id from page_views
      union all select visitor_id, slug, ip_address, lead_id from lead_captures where lead_id is not null
    ), shown as (
      select activity.* from activity join visitors on visitors.id = visitor_id
      where excluded is null and path is distinct from $1 and activity.ip_address is distinct from $2
    )
    select count(distinct visitor_id)::integer as visitors, count(*) filter (where lead_id is null)::integer as views,
      count(distinct lead_id)::integer as leads from shown`,
    [hidden.page, hidden.address],
  )
  const numbers = [row?.visitors, row?.views, row?.leads]
  return { recounting: null, cards: numbers, lists: numbers, charts: numbers }
}
