import { applyAll } from './apply-all.ts'

/** The application form of our own: its wordings, and what was answered, finished or not. */
export const up = applyAll([
  `create table application_forms (
    version text primary key,
    form jsonb not null,
    first_used_at timestamptz not null
  )`,
  `comment on table application_forms is 'Every wording of the application form that somebody answered; it never changes.'`,

  `create table application_responses (
    id uuid primary key,
    visitor_id uuid not null,
    form_version text not null references application_forms (version),
    page text not null,
    revision integer not null,
    answers jsonb not null,
    answered integer not null,
    asked integer not null,
    started_at timestamptz not null,
    updated_at timestamptz not null,
    finished_at timestamptz,
    ending text,
    external_event_id uuid references external_events (id)
  )`,
  `comment on table application_responses is 'What was answered in the application form, as it was sent; without finished_at it was left unfinished.'`,
  'create index application_responses_by_visitor on application_responses (visitor_id)',
  'create index application_responses_by_time on application_responses (updated_at desc, id desc)',
  'create unique index application_responses_by_event on application_responses (external_event_id) where external_event_id is not null',

  // What the form of our own tells came by no delivery.
  'alter table external_event_updates alter column delivery_id drop not null',
])
