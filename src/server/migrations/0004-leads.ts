import { applyAll } from './apply-all.ts'

/** Leads, the submits that made them, and what was agreed to. */
export const up = applyAll([
  `create table leads (
    id uuid primary key,
    person_id uuid not null references people (id),
    visitor_id uuid,
    email text not null unique,
    name text not null,
    phone text not null,
    phone_e164 text,
    slug text not null,
    capture_source text not null,
    capture_count integer not null default 0,
    first_captured_at timestamptz not null,
    last_captured_at timestamptz not null,
    last_counted_at timestamptz,
    first_touch jsonb not null default '{}',
    last_touch jsonb not null default '{}',
    landing_path text,
    lead_magnet text,
    ip_address text,
    user_agent text,
    details jsonb not null default '{}',
    crm_state text not null default 'waiting',
    crm_reason text,
    crm_contact_id text,
    crm_contact_stale boolean not null default true,
    crm_delivered_at timestamptz,
    crm_failing_since timestamptz,
    crm_lease_until timestamptz,
    crm_compared_at timestamptz,
    erased_at timestamptz,
    phone_digits text not null generated always as (
      regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || coalesce(substr(phone_e164, 2), '')) stored,
    test_sent_at timestamptz,
    crm_failure_kind text
  )`,
  `comment on table leads is 'One row an email: what its newest submits say, and how its delivery to the CRM stands.'`,
  "create index leads_by_comparison on leads (crm_compared_at nulls first, id) where crm_contact_id is not null and crm_state = 'delivered'",
  'create index leads_by_delivery on leads (crm_delivered_at desc) where crm_delivered_at is not null',
  // Whoever has a tag or reached a step is put in order by an index alone.
  'create index leads_by_id_and_time on leads (id) include (last_counted_at) where last_counted_at is not null',
  'create index leads_by_person on leads (person_id)',
  'create index leads_by_phone on leads (phone_e164) where phone_e164 is not null',
  'create index leads_by_time on leads (last_counted_at desc, id desc) where last_counted_at is not null',
  'create index leads_hidden on leads (last_captured_at desc, id desc) where last_counted_at is null',
  "create index leads_undelivered on leads (last_captured_at, id) where crm_state in ('failing', 'parked')",
  "create index leads_waiting on leads (id) where crm_state = 'waiting'",

  `create table lead_captures (
    id uuid primary key,
    at timestamptz not null,
    lead_id uuid references leads (id),
    visitor_id uuid not null,
    submission_id text unique,
    slug text not null,
    name text not null,
    email text not null,
    phone text not null,
    source text not null,
    attribution jsonb not null default '{}',
    ip_address text,
    user_agent text,
    details jsonb not null default '{}',
    quarantine_reason text,
    released_at timestamptz,
    hidden boolean not null,
    claimed_lead_id uuid references leads (id),
    confirmation text check (confirmation in ('open', 'confirmed', 'parted')),
    decided_at timestamptz
  )`,
  `comment on table lead_captures is 'Each submit as it came. One with a known email from a browser that was not known as that person’s is held apart: claimed_lead_id is whose email it was, confirmation what the owner said of it; one that was parted has no lead.'`,
  "create index lead_captures_by_ad on lead_captures (nullif(left(attribution ->> 'utm_ad', 200), ''), at desc)",
  'create index lead_captures_by_address on lead_captures (ip_address)',
  "create index lead_captures_by_campaign on lead_captures (nullif(left(attribution ->> 'utm_campaign', 200), ''), at desc)",
  'create index lead_captures_by_claimed_lead on lead_captures (claimed_lead_id, at) where claimed_lead_id is not null',
  'create index lead_captures_by_lead on lead_captures (lead_id, at)',
  'create index lead_captures_by_network on lead_captures (address_of(ip_address), id)',
  'create index lead_captures_by_page on lead_captures (slug, at desc)',
  'create index lead_captures_by_source on lead_captures (source, at desc)',
  'create index lead_captures_by_time on lead_captures (at desc, id desc)',
  'create index lead_captures_by_visitor on lead_captures (visitor_id, at desc)',
  'create index lead_captures_held on lead_captures (at desc, id desc) where quarantine_reason is not null and released_at is null',

  `create table consent_receipts (
    id uuid primary key,
    capture_id uuid not null references lead_captures (id),
    lead_id uuid references leads (id),
    kind text not null,
    granted boolean not null,
    text text not null,
    version text not null,
    page text not null,
    at timestamptz not null,
    ip_address text,
    user_agent text
  )`,
  `comment on table consent_receipts is 'What a person agreed to or not, with the words that were shown.'`,
  'create index consent_receipts_by_lead on consent_receipts (lead_id)',

  `create table lead_steps (
    lead_id uuid not null,
    step text not null,
    at timestamptz not null,
    primary key (lead_id, step)
  )`,
  `comment on table lead_steps is 'When a lead first reached a step of the funnel.'`,
  'create index lead_steps_by_step on lead_steps (step, lead_id)',

  `create view visitor_activity as
    select visitor_id, at, path, id, source, attribution, referrer, title, ip_address, hidden, true as is_view
    from page_views
    union all
    select visitor_id, at, slug, id, source, attribution, null, null, ip_address, hidden, false from lead_captures`,
  `comment on view visitor_activity is 'All that a visitor is counted by: page views and captures.'`,
])
