import { applyAll } from './apply-all.ts'

/** The backups that the product makes by itself, and what the owner was told of them. */
export const up = applyAll([
  `create table backups (
    id uuid primary key,
    occasion text not null check (occasion in ('nightly', 'by-hand')),
    state text not null check (state in ('running', 'proved', 'failed')),
    started_at timestamptz not null,
    touched_at timestamptz not null,
    finished_at timestamptz,
    file text not null,
    films text[] not null default '{}',
    bytes bigint,
    row_count bigint,
    proof_seconds double precision,
    differences integer,
    reason text,
    copy_problem text
  )`,
  `comment on table backups is 'Backups that were begun. touched_at is when the process that makes one was last heard of; films are the kept files that it needs beside its own.'`,
  'create index backups_by_start on backups (started_at desc)',
  "create unique index backups_one_at_a_time on backups ((state)) where state = 'running'",
  `create table backup_watch (
    id integer primary key check (id = 1),
    since timestamptz,
    alerted_at timestamptz
  )`,
  `comment on table backup_watch is 'Since when backups are expected, and when the owner was last alerted that there is none; one row.'`,
  'insert into backup_watch (id) values (1)',
])
