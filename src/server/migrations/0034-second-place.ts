import { applyAll } from './apply-all.ts'

/** How the copies of backups in a second place stand. */
export const up = applyAll([
  `create table second_place (
    id integer primary key check (id = 1),
    place text,
    since timestamptz,
    holder uuid,
    touched_at timestamptz,
    sent_bytes bigint,
    total_bytes bigint,
    arrived_at timestamptz,
    arrived_file text,
    failing_since timestamptz,
    failed_at timestamptz,
    failure_kind text,
    failure_reason text
  )`,
  `comment on table second_place is 'Which object storage backups are copied to, since when, which process copies now (holder, last heard of at touched_at), what arrived last and what failed last; one row.'`,
  'insert into second_place (id) values (1)',
])
