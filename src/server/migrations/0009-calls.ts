import { applyAll } from './apply-all.ts'

/** Calls that a lead asked for. */
export const up = applyAll([
  `create table call_requests (
    id uuid primary key,
    lead_id uuid not null references leads (id) on delete cascade,
    phone_e164 text,
    page text,
    requested_at timestamptz not null,
    state text not null default 'waiting',
    reason text,
    reason_code text,
    attempts integer not null default 0,
    lease_until timestamptz,
    settled_at timestamptz,
    failing_since timestamptz,
    placed_at timestamptz,
    address_key text,
    failure_kind text
  )`,
  `comment on table call_requests is 'Calls by the voice agent that an application asked for: placed, waiting, or not, and why not.'`,
  'create index call_requests_by_lead on call_requests (lead_id, requested_at desc)',
  'create index call_requests_by_phone on call_requests (phone_e164, settled_at desc) where phone_e164 is not null',
  "create index call_requests_open on call_requests (requested_at desc) where state <> 'sent'",
  'create index call_requests_placed on call_requests (placed_at desc) where placed_at is not null',
  "create index call_requests_sent on call_requests (settled_at desc) where state = 'sent'",
])
