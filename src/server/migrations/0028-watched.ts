import { applyAll } from './apply-all.ts'

/** What is needed to watch the product: its living processes, and how large the database was day by day. */
export const up = applyAll([
  `create table processes (
    id uuid primary key,
    started_at timestamptz not null,
    beat_at timestamptz not null,
    facts jsonb not null default '{}'
  )`,
  `comment on table processes is 'The processes that serve this installation; each writes its row every few seconds and whenever it is asked whether it is ready.'`,

  `create table database_sizes (
    day date primary key,
    bytes bigint not null,
    page_views bigint not null
  )`,
  `comment on table database_sizes is 'How large the database was on each day (UTC) when a process first looked.'`,

  "create index alerts_about_the_disk on alerts (created_at desc) where kind = any (array['disk-low', 'disk-full'])",
])
