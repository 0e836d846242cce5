import { applyAll } from './apply-all.ts'

/** What vendors send: deliveries as they came, the events in them, and what these say of a lead. */
export const up = applyAll([
  `create table webhook_deliveries (
    id uuid primary key,
    vendor text not null,
    event_id text not null,
    kind text not null,
    received_at timestamptz not null,
    body text not null,
    state text not null,
    reason text,
    settled_at timestamptz,
    failure_kind text,
    unique (vendor, event_id)
  )`,
  `comment on table webhook_deliveries is 'Each call exactly as it was signed, stored before anything is made of it.'`,
  'create index webhook_deliveries_by_time on webhook_deliveries (received_at desc, id desc)',
  "create index webhook_deliveries_open on webhook_deliveries (received_at desc, id desc) where state <> 'done'",

  `create table webhook_refusals (
    vendor text primary key,
    first_at timestamptz not null,
    last_at timestamptz not null,
    number integer not null
  )`,
  `comment on table webhook_refusals is 'Calls whose signature did not hold, by vendor.'`,

  `create table external_events (
    id uuid primary key,
    kind text not null,
    key text not null,
    at timestamptz not null,
    email text,
    phone_e164 text,
    reference text,
    lead_id uuid references leads (id),
    joined_by text,
    joined_at timestamptz,
    settled_by_owner boolean not null default false,
    trigger text,
    page text,
    rules_applied_for uuid,
    unique (kind, key)
  )`,
  `comment on table external_events is 'What vendors vouch for and whose it is; its history is only ever added to, and a table of each kind holds its state.'`,
  'create index external_events_by_lead on external_events (lead_id) where lead_id is not null',
  'create index external_events_waiting_by_email on external_events (email) where lead_id is null',
  'create index external_events_waiting_by_phone on external_events (phone_e164) where lead_id is null',
  'create index external_events_waiting_by_reference on external_events (reference) where lead_id is null',

  `create table external_event_updates (
    id uuid primary key,
    external_event_id uuid not null references external_events (id),
    delivery_id uuid not null references webhook_deliveries (id),
    key text not null,
    kind text not null,
    at timestamptz not null,
    details jsonb not null default '{}',
    unique (external_event_id, key)
  )`,
  `comment on table external_event_updates is 'The history of each: one row for each event that a delivery brought.'`,
  'create index external_event_updates_by_delivery on external_event_updates (delivery_id)',

  `create table applications (
    id uuid primary key references external_events (id),
    token text not null unique,
    form_id text not null,
    submitted_at timestamptz not null,
    answers jsonb not null,
    hidden jsonb not null,
    attribution jsonb not null
  )`,
  `comment on table applications is 'The present state of an application.'`,

  `create table bookings (
    id uuid primary key references external_events (id),
    uid text not null unique,
    status text not null,
    title text,
    start_at timestamptz,
    end_at timestamptz,
    location text,
    attendee_name text,
    rescheduled_to text,
    reported_at timestamptz
  )`,
  `comment on table bookings is 'The present state of a booking.'`,

  `create table payments (
    id uuid primary key references external_events (id),
    session_id text unique,
    status text not null,
    amount_minor bigint,
    currency text,
    refunded_minor bigint not null default 0,
    payer_name text,
    is_test boolean not null default false
  )`,
  `comment on table payments is 'The present state of a payment.'`,

  `create table calls (
    id uuid primary key references external_events (id),
    provider text not null,
    call_id text not null,
    status text not null,
    started_at timestamptz,
    ended_at timestamptz,
    duration_sec integer,
    summary text,
    recording_url text,
    transcript_url text,
    unique (provider, call_id)
  )`,
  `comment on table calls is 'The present state of a call by the voice agent.'`,

  `create table milestones (
    id uuid primary key,
    visitor_id uuid not null,
    kind text not null,
    key text not null,
    at timestamptz not null,
    evidence jsonb not null,
    lead_id uuid references leads (id),
    unique (visitor_id, kind, key)
  )`,
  `comment on table milestones is 'How far visitors came before and after they were leads.'`,
  // Whose browser claimed an email, asked for each event whose email is not a lead’s.
  "create index milestones_by_claimed_email on milestones ((evidence ->> 'email'), kind) where evidence ->> 'email' is not null",
  'create index milestones_by_lead on milestones (lead_id) where lead_id is not null',
])
