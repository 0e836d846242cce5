import { applyAll } from './apply-all.ts'

/** When the owner last looked at the dashboard, and what was reached since. */
export const up = applyAll([
  `create table owner_looks (
    id integer primary key check (id = 1),
    last_looked_at timestamptz not null,
    looked_before_at timestamptz
  )`,
  `comment on table owner_looks is 'One row: when the dashboard was last open, and when it was last open the time before that.'`,
  'create index lead_steps_by_time on lead_steps (step, at)',
  'create index leads_by_first_capture on leads (first_captured_at) where last_counted_at is not null',
])
