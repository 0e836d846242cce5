import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { rebuildCounts } from '#server/counting/rebuild-counts.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { makeMonthPartitions } from '#server/platform/month-partitions.ts'
import { viewsByMonth } from '#server/tracking/store.ts'

/** The first half of the addresses of one network, from which ten visitors come, however many there are. */
export const SHARED_NETWORK = '203.7.'
const ON_SHARED_NETWORK = 10
const NEXT_NETWORK = '203.8.'

/** The address from which the nth visitor comes who is not on the shared network: any in the world, as in life. */
export const addressOfVisitor = (n: number): string =>
  [...createHash('md5').update(`visitor ${n}`).digest().subarray(0, 4)]
    .join('.')
    .replace(SHARED_NETWORK, NEXT_NETWORK)

const bytesOf = (n: RawBuilder<unknown>, first: number) => sql`(
  select string_agg(get_byte(decode(md5('visitor ' || ${n}), 'hex'), place)::text, '.' order by place)
  from generate_series(${first}::integer, 3) place)`

/** One in how many has to be taken so that about `some` of them are. */
const oneIn = (visitors: number, some: number) => sql`${Math.max(1, Math.round(visitors / some))}::integer`

const addressOf = (n: RawBuilder<unknown>, visitors: number) => sql`
  case when ${n} % ${oneIn(visitors, ON_SHARED_NETWORK)} = 1 then ${SHARED_NETWORK}::text || ${bytesOf(n, 2)}
    else replace(${bytesOf(n, 0)}, ${SHARED_NETWORK}, ${NEXT_NETWORK}) end`

const BROWSERS = 200
const browserOf = (n: RawBuilder<unknown>) => sql`md5('browser ' || ${n})::uuid`

/** What the nth lead is called; of a million two have the same name. */
export const nameOfLead = (n: number): string =>
  createHash('md5')
    .update(`lead ${n}`)
    .digest('hex')
    .slice(0, 10)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

const nameOf = (n: RawBuilder<unknown>) =>
  sql`translate(left(md5('lead ' || ${n}), 10), '0123456789', 'ghijklmnop')`

/** How much an installation holds: page views over `days`, ten of them by each visitor; every 2.5th visitor is a lead. */
export type Size = {
  pageViews: number
  days: number
  /** By which ad the nth visitor came, from an expression of n; unless given, by one of eighty. */
  touchOf?: (n: RawBuilder<unknown>) => RawBuilder<unknown>
}

const oneOfEighty = (n: RawBuilder<unknown>) => sql`jsonb_build_object('utm_source', 'source' || ${n} % 8,
  'utm_campaign', 'campaign ' || ${n} % 40, 'utm_ad', 'ad ' || ${n} % 80)`

/** Two of five visitors are leads, told by the last byte of their id. */
export const isLead = (id: string): boolean => Number.parseInt(id.slice(-2), 16) % 5 < 2

/** Fills an empty installation with made-up traffic, written straight into the tables and then counted anew. */
export async function fillInstallation(
  database: Database,
  { pageViews, days, touchOf = oneOfEighty }: Size,
): Promise<void> {
  const visitors = Math.round(pageViews / 10)
  const leads = Math.round(visitors * 0.4)
  const span = days * 86_400
  await sql`set synchronous_commit = off`.execute(database)
  await sql`
    insert into browsers (id, user_agent, device)
    select ${browserOf(sql`n`)}, 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_' || n || ' like Mac OS X) AppleWebKit/605.1.15 Instagram 332.0.0.38.90',
      jsonb_build_object('category', 'Mobile', 'model', 'iPhone', 'os', 'iOS', 'osVersion', '17.' || n, 'app', 'Instagram')
    from generate_series(0, ${BROWSERS - 1}::integer) n`.execute(database)
  await sql`
    insert into visitors (id, first_seen_at, last_seen_at, last_view_at, visit_count, page_view_count, ip_address,
      timezone, language, screen_width, screen_height, browser_id, landing_path, first_touch, last_touch)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), now(), now(), 3, 10,
      ${addressOf(sql`n`, visitors)}, 'America/New_York', 'en-US', 390, 844,
      ${browserOf(sql`n % ${BROWSERS}::integer`)}, '/meme',
      touch, touch
    from generate_series(1, ${visitors}::integer) n,
      lateral (select ${touchOf(sql`n`)}) one (touch)`.execute(database)
  const now = new Date()
  await makeMonthPartitions(database, viewsByMonth, now, new Date(now.getTime() - (days + 1) * 86_400_000))
  // Views come in the order of time, so that the key by visitor would be written all over the disk, view by view.
  await sql`alter table page_views drop constraint page_views_pkey`.execute(database)
  // As they come in: what happened on one day lies together on the disk.
  await sql`
    create temporary table planned_views as
    select visitor, view::smallint, date_trunc('second', now() - make_interval(secs => (
      -- Each visitor comes back on up to three days that are spread over the whole span.
      (visitor::bigint * 7919 + (view % 3) * 104729 * (1 + visitor % 50)) % ${span}::bigint + view * 40))) as at
    from generate_series(1, ${visitors}::integer) visitor, generate_series(1, 10) view
    order by at`.execute(database)
  // One by one, in their order.
  await sql`set enable_hashjoin = off`.execute(database)
  await sql`set enable_mergejoin = off`.execute(database)
  await sql`
    insert into page_views (visitor_id, at, path, id, session_id, title, referrer, ip_address, source, attribution, hidden)
    select visitors.id, at,
      -- A page that 500 people see, however many there are.
      case when visitor % ${oneIn(visitors, 500)} = 0 and view = 4 then '/rare-page' else '/page-' || view % 17 end, gen_random_uuid(),
      'session', 'A page', 'https://www.site' || visitor % 20 || '.example/some/where',
      visitors.ip_address, coalesce(first_touch ->> 'utm_source', ''), first_touch, false
    from planned_views join visitors on visitors.id = ('00000000-0000-7000-8000-' || lpad(to_hex(visitor), 12, '0'))::uuid`.execute(
    database,
  )
  await sql`reset enable_hashjoin`.execute(database)
  await sql`reset enable_mergejoin`.execute(database)
  await sql`drop table planned_views`.execute(database)
  await sql`alter table page_views add primary key (visitor_id, at, path)`.execute(database)
  await sql`analyze page_views`.execute(database)
  await sql`
    update visitors set first_seen_at = seen.first_at, last_seen_at = seen.last_at, last_view_at = seen.last_at,
      last_counted_at = seen.last_at, was_active = true
    from (select visitor_id, min(at) as first_at, max(at) as last_at from page_views group by 1) seen
    where seen.visitor_id = visitors.id`.execute(database)
  await sql`
    insert into people (id, created_at) select id, first_seen_at from visitors
    where get_byte(uuid_send(id), 15) % 5 < 2 order by id`.execute(database)
  await sql`update visitors set person_id = people.id from people where people.id = visitors.id`.execute(
    database,
  )
  await fillLeads(database, { leads })
  await fillApplications(database)
  await rebuildCounts(database)
  await sql`vacuum analyze`.execute(database)
}

/** Of whom leads are made: all there will be, and the visitors of this portion, of whom so many leads came before. */
type Portion = { leads: number; from?: string; to?: string; before?: number }

/**
 * Makes leads of those visitors who are people: what they submitted, the tags and the log of it, and the steps they
 * reached. Returns how many there are now.
 */
export async function fillLeads(
  database: Queryable,
  { leads, from = FIRST, to = LAST, before = 0 }: Portion,
): Promise<number> {
  const isIn = (id: RawBuilder<unknown>) => sql`${id} between ${from}::uuid and ${to}::uuid`
  const numberBy = (id: RawBuilder<unknown>) => sql`${before}::integer + row_number() over (order by ${id})`
  const number = numberBy(sql`visitor.id`)
  await sql`
    insert into leads (id, person_id, visitor_id, email, name, phone, phone_e164, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, last_counted_at, first_touch, last_touch, landing_path, ip_address, user_agent,
      details, crm_state, crm_contact_stale)
    select visitor.id, visitor.id, visitor.id, ${nameOf(number)} || '.' || ${number} || '@example.com',
      initcap(${nameOf(number)}), phone, phone, '/meme', 'customer', 1, visitor.last_seen_at, visitor.last_seen_at, visitor.last_seen_at, visitor.first_touch,
      visitor.last_touch, landing_path, ip_address, user_agent, jsonb_build_object('phoneE164', phone, 'leadMagnet', null,
        'landingPath', landing_path, 'captureSource', 'customer'), 'delivered', false
    from (
      select visitors.*, user_agent, '+1202555' || lpad(((${numberBy(sql`visitors.id`)}) % 10000)::text, 4, '0') as phone
      from visitors left join browsers on browsers.id = browser_id
      where person_id is not null and ${isIn(sql`visitors.id`)}
    ) visitor order by visitor.id`.execute(database)
  await sql`
    insert into lead_captures (id, at, lead_id, visitor_id, slug, name, email, phone, source, attribution, ip_address,
      user_agent, details, hidden)
    select id, first_captured_at, id, visitor_id, slug, name, email, phone, coalesce(first_touch ->> 'utm_source', ''), first_touch,
      ip_address, user_agent, details, false from leads where ${isIn(sql`id`)}`.execute(database)
  await sql`
    insert into lead_tags (id, lead_id, tag_name, rule_id, rule_name, trigger, evidence, created_at, state)
    select gen_random_uuid(), lead.id, tag_name, rule.id, rule.name, trigger,
      jsonb_build_object('page', slug, 'captureId', lead.id), first_captured_at, 'delivered'
    from leads lead join auto_tag_rules rule on rule.tag_name = 'VH01 - Lead' where ${isIn(sql`lead.id`)}`.execute(
    database,
  )
  await sql`
    insert into lead_steps (lead_id, step, at)
    select id, step, first_captured_at + interval '1 hour' from (
      select leads.*, ${before}::integer + row_number() over (order by id) as n from leads where ${isIn(sql`id`)}) lead
    cross join (values ('saw-pitch', 2), ('applied', 20), ('booked', ${Math.max(1, Math.round(leads / 1000))}::integer)) reached (step, nth) where n % nth = 0`.execute(
    database,
  )
  await sql`
    insert into lead_tags (id, lead_id, tag_name, trigger, evidence, created_at, state)
    select gen_random_uuid(), lead_id, tag_name, trigger, '{}', at, 'delivered'
    from (select * from lead_steps where ${isIn(sql`lead_id`)}) step
    join (values ('saw-pitch', 'VH02 - Saw Pitch', 'video_progress'), ('applied', 'VH03 - Filled Application', 'application'),
      ('booked', 'VH04 - Booked Call', 'booking')) named (step, tag_name, trigger) using (step)`.execute(
    database,
  )
  await sql`
    with logged as (
      insert into auto_tag_logs (id, at, rule_id, lead_id, lead_tag_id, tag_name, status, execution_ms)
      select gen_random_uuid(), tag.created_at, rule.id, tag.lead_id, tag.id, tag.tag_name,
        case when hashtext(tag.id::text) % 500 = 0 then 'error' else 'success' end, 120
      from lead_tags tag join auto_tag_rules rule on rule.tag_name = tag.tag_name where ${isIn(sql`tag.lead_id`)}
      returning rule_id, tag_name, status
    )
    insert into pending_logs (rule_id, tag_name, status, change)
    select rule_id, tag_name, status, count(*) from logged group by 1, 2, 3`.execute(database)
  const { rows } = await sql<{
    leads: number
  }>`select count(*) as leads from leads where id <= ${to}::uuid`.execute(database)
  return rows[0]?.leads ?? 0
}

const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A word that every applicant wrote, and one that five of them did, however many there are. */
export const FREQUENT_ANSWER = 'customers'
export const RARE_ANSWER = 'veterinarians'
const FORM_VERSION = 'made up'

/** Every lead that applied has answered the form, and as many more have left it unfinished. */
export async function fillApplications(database: Queryable): Promise<void> {
  const question = (id: string, label: string) => ({
    ...{ id, kind: 'long', label, help: '', required: true, options: [], onlyIf: [] },
    ...{ low: 1, high: 10, lowText: '', highText: '' },
  })
  const form = {
    questions: [
      question('problem', 'What would you most like help with?'),
      question('goal', 'And in 90 days?'),
    ],
    ...{ endings: [], otherwise: '/thankyoucallc' },
  }
  await sql`insert into application_forms (version, form, first_used_at)
    values (${FORM_VERSION}, ${JSON.stringify(form)}, now())`.execute(database)
  await sql`
    create temporary table answered as
    select lead.id, lead.email, lead.phone_e164, step.at,
      'I never find enough ${sql.raw(FREQUENT_ANSWER)}, and the few I have come by chance. ' || ${nameOf(sql`step.n`)} as problem,
      case when step.n <= 5 then 'To be known among ${sql.raw(RARE_ANSWER)}.'
        else 'Ten of them who pay every month, and two days a week to myself. ' || ${nameOf(sql`-step.n`)} end as goal
    from (select lead_id, at, row_number() over (order by lead_id) as n from lead_steps where step = 'applied') step
    join leads lead on lead.id = step.lead_id`.execute(database)
  await sql`
    insert into external_events (id, kind, key, at, reference, lead_id, joined_by, joined_at, trigger)
    select id, 'application', 'own ' || id, at, id::text, id, 'reference', at, 'application' from answered`.execute(
    database,
  )
  await sql`
    insert into applications (id, token, form_id, submitted_at, answers, hidden, attribution)
    select id, 'own ' || id, 'own', at, jsonb_build_array(
      jsonb_build_object('question', 'What would you most like help with?', 'answer', problem),
      jsonb_build_object('question', 'And in 90 days?', 'answer', goal)), '{}', '{}' from answered`.execute(
    database,
  )
  await sql`
    insert into application_responses (id, visitor_id, form_version, page, revision, answers, words, answered, asked,
      started_at, updated_at, finished_at, ending, external_event_id)
    select id, id, ${FORM_VERSION}, '/freetraining', 2, jsonb_build_object('problem', problem, 'goal', goal),
      problem || chr(10) || goal, 2, 2, at - interval '5 minutes', at, at, '/thankyoucallc', id from answered`.execute(
    database,
  )
  await sql`
    insert into application_responses (id, visitor_id, form_version, page, revision, answers, words, answered, asked,
      started_at, updated_at)
    select gen_random_uuid(), lead.id, ${FORM_VERSION}, '/freetraining', 1, jsonb_build_object('problem', problem),
      problem, 1, 2, last_captured_at, last_captured_at
    from (select *, row_number() over (order by id) as n from leads) lead,
      lateral (select 'Too few ${sql.raw(FREQUENT_ANSWER)}. ' || ${nameOf(sql`n`)}) begun (problem)
    where n % 20 = 1`.execute(database)
  await sql`drop table answered`.execute(database)
}
