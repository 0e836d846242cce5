import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { DeviceInfo } from '#contract/device.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { ExclusionReason } from './why-excluded.ts'

/** What must be known of a visitor before its events can be counted. */
export type KnownVisitor = {
  id: string
  last_view_at: Date | null
  excluded: ExclusionReason | null
  last_touch: Attribution
}

/** Locks the visitors of a batch, in the order of their ids, and gives what is known of them. */
export async function lockVisitors(
  transaction: Queryable,
  ids: string[],
): Promise<Map<string, KnownVisitor>> {
  const { rows } = await sql<KnownVisitor>`
    select id, last_view_at, excluded, last_touch from visitors
    where id = any(${ids}::uuid[]) order by id for update`.execute(transaction)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The addresses and pages that are blocked now. */
export async function readBlocks(
  transaction: Queryable,
): Promise<{ addresses: Set<string>; paths: Set<string> }> {
  const { rows } = await sql<{ kind: string; value: string }>`
    select 'address' as kind, ip_address as value from blocked_ips where is_active
    union all select 'path', page_path from blocked_pages where is_active`.execute(transaction)
  const valuesOf = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.value))
  return { addresses: valuesOf('address'), paths: valuesOf('path') }
}

/** A page view's row. `at` is a whole second: a view counts once per visitor, path and second (decisions §6). */
export type PageViewRow = {
  visitor_id: string
  at: string
  path: string
  id: string
  session_id: string | null
  title: string | null
  referrer: string | null
  ip_address: string | null
  source: string
  attribution: Attribution
  hidden: boolean
}

/** Inserts page views; those that are there already (same visitor, path and second, or same id) are left out of the result. */
export async function insertPageViews(
  transaction: Queryable,
  views: PageViewRow[],
): Promise<{ visitor_id: string; at: Date; path: string; source: string; hidden: boolean }[]> {
  if (views.length === 0) return []
  const { rows } = await sql<{ visitor_id: string; at: Date; path: string; source: string; hidden: boolean }>`
    insert into page_views
      (visitor_id, at, path, id, session_id, title, referrer, ip_address, source, attribution, hidden)
    select visitor_id, at, path, id, session_id, title, referrer, ip_address, source, attribution, hidden
    from json_to_recordset(${JSON.stringify(views)}::json) as added
      (visitor_id uuid, at timestamptz, path text, id uuid, session_id text, title text, referrer text,
       ip_address text, source text, attribution jsonb, hidden boolean)
    where not exists (select from page_views known where known.visitor_id = added.visitor_id and known.id = added.id)
    on conflict do nothing
    returning visitor_id, at, path, source, hidden`.execute(transaction)
  return rows
}

/** What a batch adds to one visitor. `touch` is empty for direct visits; null fields leave what is known. */
export type VisitorChange = {
  id: string
  seen_at: string
  last_view_at: string | null
  visits: number
  views: number
  ip_address: string | null
  fingerprint: string | null
  timezone: string | null
  language: string | null
  screen_width: number | null
  screen_height: number | null
  hardware_concurrency: number | null
  device_memory: number | null
  user_agent: string | null
  device: DeviceInfo | null
  landing_path: string | null
  touch: Attribution
  excluded: ExclusionReason | null
}

/** Creates or updates visitors: first touch and landing path are kept, the last touch follows, counts are added. */
export async function saveVisitors(transaction: Queryable, changes: VisitorChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into visitors
      (id, first_seen_at, last_seen_at, last_view_at, visit_count, page_view_count, ip_address, fingerprint,
       timezone, language, screen_width, screen_height, hardware_concurrency, device_memory, user_agent, device,
       landing_path, first_touch, last_touch, excluded)
    select id, seen_at, seen_at, last_view_at, visits, views, ip_address, fingerprint, timezone, language,
      screen_width, screen_height, hardware_concurrency, device_memory, user_agent, coalesce(device, '{}'),
      landing_path, touch, touch, excluded
    from json_to_recordset(${JSON.stringify(changes)}::json) as change
      (id uuid, seen_at timestamptz, last_view_at timestamptz, visits integer, views integer, ip_address text,
       fingerprint text, timezone text, language text, screen_width integer, screen_height integer,
       hardware_concurrency integer, device_memory real, user_agent text, device jsonb, landing_path text,
       touch jsonb, excluded text)
    on conflict (id) do update set
      last_seen_at = greatest(visitors.last_seen_at, excluded.last_seen_at),
      last_view_at = greatest(visitors.last_view_at, excluded.last_view_at),
      visit_count = visitors.visit_count + excluded.visit_count,
      page_view_count = visitors.page_view_count + excluded.page_view_count,
      ip_address = coalesce(excluded.ip_address, visitors.ip_address),
      fingerprint = coalesce(excluded.fingerprint, visitors.fingerprint),
      timezone = coalesce(excluded.timezone, visitors.timezone),
      language = coalesce(excluded.language, visitors.language),
      screen_width = coalesce(excluded.screen_width, visitors.screen_width),
      screen_height = coalesce(excluded.screen_height, visitors.screen_height),
      hardware_concurrency = coalesce(excluded.hardware_concurrency, visitors.hardware_concurrency),
      device_memory = coalesce(excluded.device_memory, visitors.device_memory),
      user_agent = coalesce(excluded.user_agent, visitors.user_agent),
      device = case when excluded.device = '{}' then visitors.device else excluded.device end,
      landing_path = coalesce(visitors.landing_path, excluded.landing_path),
      first_touch = case when visitors.first_touch = '{}' then excluded.first_touch else visitors.first_touch end,
      last_touch = case when excluded.last_touch = '{}' then visitors.last_touch else excluded.last_touch end`.execute(
    transaction,
  )
}

/** Notes which person a visitor turned out to be. */
export async function setVisitorPerson(
  transaction: Queryable,
  visitorId: string,
  personId: string,
): Promise<void> {
  await sql`update visitors set person_id = ${personId} where id = ${visitorId}`.execute(transaction)
}
