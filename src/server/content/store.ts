import { sql } from 'kysely'
import type { SiteContent } from '#contract/site-content.ts'
import type { Queryable } from '#server/platform/database.ts'
import { LIVE_CHANNEL } from '#server/platform/live.ts'

/** The draft as it is stored; without content it is what is published. */
export type DraftRow = {
  revision: number
  content: unknown
  /** What was published when it was saved. */
  base: unknown
  saved_at: Date | null
  saved_by: string | null
}

/** A published version without its content. */
export type VersionRow = {
  version: number
  published_at: Date
  published_by: string | null
  note: string
  changed_paths: string[]
  changed_count: number
  restored_from: number | null
}

/** The draft; `forUpdate` holds off every other writer of the site until the transaction ends. */
export async function readDraft(database: Queryable, lock?: 'forUpdate'): Promise<DraftRow> {
  const { rows } = await sql<DraftRow>`
    select revision, content, base, saved_at, saved_by from site_draft where id = 1
    ${lock ? sql`for update` : sql``}`.execute(database)
  if (!rows[0]) throw new Error('the draft’s row is gone')
  return rows[0]
}

/** Puts a draft in place of the one before; `base` is what is published at this moment. */
export async function writeDraft(
  database: Queryable,
  draft: { revision: number; content: SiteContent; base: SiteContent; at: Date; by: string | null },
): Promise<void> {
  await sql`
    update site_draft set revision = ${draft.revision}, content = ${JSON.stringify(draft.content)}::jsonb,
      base = ${JSON.stringify(draft.base)}::jsonb,
      saved_at = ${draft.at}, saved_by = ${draft.by}
    where id = 1`.execute(database)
}

/** The published version with its content; undefined while nothing was published. */
export async function readLive(
  database: Queryable,
): Promise<(VersionRow & { content: unknown }) | undefined> {
  const { rows } = await sql<VersionRow & { content: unknown }>`
    select * from site_versions order by version desc limit 1`.execute(database)
  return rows[0]
}

/** The number of the published version; 0 while nothing was published. */
export async function liveVersion(database: Queryable): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from site_versions`.execute(database)
  return rows[0]?.version ?? 0
}

/** One version with its content. */
export async function readVersion(
  database: Queryable,
  version: number,
): Promise<(VersionRow & { content: unknown }) | undefined> {
  const { rows } = await sql<VersionRow & { content: unknown }>`
    select * from site_versions where version = ${version}`.execute(database)
  return rows[0]
}

/** Of the latest versions one content for each wording of its forms, the newest last. */
export async function readFormContents(database: Queryable, versions: number): Promise<unknown[]> {
  const { rows } = await sql<{ content: unknown }>`
    select content from (
      select distinct on (content -> 'consent' ->> 'version', content -> 'apply', content -> 'brand') version, content
      from (select version, content from site_versions order by version desc limit ${versions}) latest
      order by content -> 'consent' ->> 'version', content -> 'apply', content -> 'brand', version desc) named
    order by version`.execute(database)
  return rows.map(({ content }) => content)
}

/** The contents of the newest versions above `version`, the newest last. */
export async function readContentsAfter(
  database: Queryable,
  version: number,
  versions: number,
): Promise<unknown[]> {
  const { rows } = await sql<{ content: unknown }>`
    select content from site_versions where version > ${version} order by version desc limit ${versions}`.execute(
    database,
  )
  return rows.map(({ content }) => content).reverse()
}

/** Versions below `before`, newest first. */
export async function listVersions(
  database: Queryable,
  before: number,
  limit: number,
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version, published_at, published_by, note, changed_paths, changed_count, restored_from
    from site_versions where version < ${before} order by version desc limit ${limit}`.execute(database)
  return rows
}

// What a list of versions can show; beyond that only their number matters.
const PATHS_AT_MOST = 200

/** Adds a version and tells every process of it at the moment it commits. */
export async function insertVersion(
  database: Queryable,
  added: {
    version: number
    content: SiteContent
    at: Date
    by: string | null
    note: string
    changedPaths: string[]
    restoredFrom: number | null
  },
): Promise<void> {
  const { changedPaths } = added
  await sql`
    insert into site_versions
      (version, content, published_at, published_by, note, changed_paths, changed_count, restored_from)
    values (${added.version}, ${JSON.stringify(added.content)}::jsonb, ${added.at}, ${added.by}, ${added.note},
      ${changedPaths.slice(0, PATHS_AT_MOST)}, ${changedPaths.length}, ${added.restoredFrom})`.execute(
    database,
  )
  await tellOfSite(database)
}

/** Tells every process, with the transaction's commit, that draft or site changed. */
export async function tellOfSite(database: Queryable): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, 'site')`.execute(database)
}
