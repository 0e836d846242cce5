import { applyAll } from './apply-all.ts'

/** Mails to people, who wants none, and what the owner entered to connect a vendor. */
export const up = applyAll([
  `create table vendor_settings (
    vendor text not null,
    name text not null,
    value text,
    sealed bytea,
    updated_at timestamptz not null,
    primary key (vendor, name),
    check ((value is null) <> (sealed is null))
  )`,
  `comment on table vendor_settings is 'What the owner entered in the dashboard to connect a vendor: plain, or a secret that only the installation’s SECRET opens.'`,

  `create table mails (
    id uuid primary key,
    key text collate "C" not null unique,
    purpose text not null,
    is_marketing boolean not null,
    person_id uuid,
    to_email text not null,
    to_name text,
    subject text not null,
    body_text text not null,
    body_html text not null,
    calendar_method text check (calendar_method in ('REQUEST', 'CANCEL', 'PUBLISH')),
    calendar_content text,
    created_at timestamptz not null,
    send_after timestamptz,
    useless_after timestamptz,
    state text not null default 'waiting'
      check (state in ('waiting', 'sent', 'failed', 'useless', 'withdrawn', 'unsubscribed')),
    next_try_at timestamptz not null,
    claimed_until timestamptz,
    failing_since timestamptz,
    failure_kind text,
    reason text,
    settled_at timestamptz
  )`,
  `comment on table mails is 'Every mail to a person, kept until a mail server has taken it. The key is used once: what is queued under it again is the same mail. claimed_until is until when a process is at it.'`,
  'create index mails_by_address on mails (to_email)',
  'create index mails_by_person on mails (person_id) where person_id is not null',
  'create index mails_by_state on mails (state, created_at desc, id desc)',
  "create index mails_by_success on mails (settled_at desc) where state = 'sent'",
  'create index mails_by_time on mails (created_at desc, id desc)',
  "create index mails_due on mails (next_try_at, created_at) where state = 'waiting'",

  `create table mail_suppressions (
    email text primary key,
    reason text not null check (reason in ('unsubscribed', 'refused')),
    at timestamptz not null
  )`,
  `comment on table mail_suppressions is 'Addresses that get no marketing: who left, and what a mail server said does not exist.'`,
])
