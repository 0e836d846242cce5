import { applyAll } from './apply-all.ts'

/** What is read from the CRM: appointments and opportunities, how far reading has come, and which booking each appointment is. */
export const up = applyAll([
  `create table crm_reading (
    half text primary key check (half in ('calls', 'opportunities')),
    is_on boolean not null default false,
    on_since timestamptz,
    location_key text,
    plan jsonb,
    whole_at timestamptz,
    planned_at timestamptz,
    next_at timestamptz,
    last_read_at timestamptz,
    not_read integer not null default 0,
    not_read_reason text,
    turn_of text,
    turn_until timestamptz,
    paused_until timestamptz,
    failures integer not null default 0,
    failing_since timestamptz,
    kind text,
    reason text,
    lacks_scope boolean not null default false
  )`,
  `comment on table crm_reading is 'How far each half of the CRM has been read, of which location, and what came in between; a row each.'`,
  `insert into crm_reading (half) values ('calls'), ('opportunities')`,

  `create table crm_appointments (
    id text primary key,
    location_key text not null,
    calendar_id text not null,
    calendar text not null,
    contact_id text not null,
    start_at timestamptz not null,
    end_at timestamptz,
    status text not null,
    added_at timestamptz,
    updated_at timestamptz,
    seen_at timestamptz not null,
    gone_at timestamptz,
    is_applied boolean not null default false,
    applied_start_at timestamptz,
    booking_id uuid references bookings (id)
  )`,
  `comment on table crm_appointments is 'Appointments as the CRM tells them, without names. Applied once what it says was said of a booking; one of nobody here waits for its contact to become a lead.'`,
  'create index crm_appointments_by_contact on crm_appointments (contact_id)',
  'create index crm_appointments_by_calendar on crm_appointments (calendar_id, start_at)',
  'create index crm_appointments_by_booking on crm_appointments (booking_id) where booking_id is not null',
  'create index crm_appointments_waiting on crm_appointments (start_at, id) where not is_applied',

  `create table crm_opportunities (
    id text primary key,
    location_key text not null,
    contact_id text not null,
    pipeline text,
    stage text,
    status text not null,
    value numeric,
    changed_at timestamptz,
    seen_at timestamptz not null
  )`,
  `comment on table crm_opportunities is 'Opportunities as the CRM tells them: a stage of a person there, never a payment.'`,
  'create index crm_opportunities_by_contact on crm_opportunities (contact_id)',

  // Since when what Meta reports is read no more, because all that was read was taken back.
  'alter table ad_reading add stopped_at timestamptz',

  // For the visitors that an ad brought.
  'create index counted_ad_visitors_by_touch on counted_ad_visitors (touch_id, visitor_id)',

  'create index leads_by_crm_contact on leads (crm_contact_id) where crm_contact_id is not null',
])
