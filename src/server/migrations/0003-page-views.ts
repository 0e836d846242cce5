import { applyAll } from './apply-all.ts'

/** Page views, kept for good in a partition for each month, and what was watched of a video. */
export const up = applyAll([
  `create table page_views (
    visitor_id uuid not null,
    at timestamptz not null,
    path text not null,
    id uuid not null,
    session_id text,
    title text,
    referrer text,
    ip_address text,
    source text not null,
    attribution jsonb not null default '{}',
    hidden boolean not null,
    ms smallint,
    primary key (visitor_id, at, path)
  ) partition by range (at)`,
  `comment on table page_views is 'A view counts once per visitor, path and second; its milliseconds stand beside it. Months get partitions of their own ahead of time; what lies outside of all of them is kept in the last one.'`,
  'create table page_views_other_months partition of page_views default',
  'create index page_views_by_time on page_views (at)',
  'create index page_views_hidden_by_page on page_views (path, visitor_id) where hidden',

  `create table page_titles (
    key uuid primary key,
    path text not null,
    title text not null
  )`,
  `comment on table page_titles is 'Which titles a page had: a view is searched by its title.'`,

  `create table watch_progress (
    visitor_id uuid not null,
    media text not null,
    steps integer[] not null,
    position_seconds integer,
    duration_seconds integer,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (visitor_id, media)
  )`,
  `comment on table watch_progress is 'What a visitor really watched of a video, by steps of it.'`,
])
