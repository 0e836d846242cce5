import { applyAll } from './apply-all.ts'

/** What the owner keeps of a lead by themselves: notes, and what to do next. */
export const up = applyAll([
  `create table lead_notes (
    id uuid primary key,
    lead_id uuid not null references leads (id),
    text text not null,
    written_at timestamptz not null,
    changed_at timestamptz
  )`,
  `comment on table lead_notes is 'What the owner wrote about a lead; it stays here and goes to no vendor.'`,
  'create index lead_notes_by_lead on lead_notes (lead_id, written_at desc)',

  `create table lead_next_steps (
    lead_id uuid primary key references leads (id),
    text text not null,
    due_on date not null,
    set_at timestamptz not null
  )`,
  `comment on table lead_next_steps is 'What the owner means to do next about a lead, and by which day; one each.'`,
  'create index lead_next_steps_by_day on lead_next_steps (due_on, lead_id)',
])
