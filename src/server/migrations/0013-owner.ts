import { applyAll } from './apply-all.ts'

/** The owner, what they blocked, and what is limited. */
export const up = applyAll([
  `create table installation (
    id integer primary key,
    secret_fingerprint text not null
  )`,
  `comment on table installation is 'By what the database knows the secret of the installation it belongs to.'`,

  `create table owners (
    id integer primary key,
    password_hash text not null,
    updated_at timestamptz not null,
    first_password_salt text
  )`,
  `comment on table owners is 'first_password_salt is what a generated password is made from until somebody has signed in with it.'`,

  `create table owner_settings (
    id integer primary key check (id = 1),
    timezone text not null,
    track_user_agents boolean not null,
    auto_refresh boolean not null,
    dense boolean not null,
    updated_at timestamptz not null
  )`,
  `comment on table owner_settings is 'One row, written when something is changed for the first time.'`,

  `create table owner_sessions (
    token_hash text primary key,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text
  )`,
  `comment on table owner_sessions is 'The browsers in which the owner is signed in.'`,

  `create table login_failures (
    key text primary key,
    failures integer not null,
    last_failed_at timestamptz not null,
    locked_until timestamptz not null
  )`,
  `comment on table login_failures is 'Wrong passwords, by address and browser.'`,

  `create table rate_limits (
    key text not null,
    window_start timestamptz not null,
    window_end timestamptz not null,
    hits integer not null,
    primary key (key, window_start)
  )`,
  `comment on table rate_limits is 'What is limited, by key and window; keys name nobody.'`,

  `create table blocked_ips (
    id uuid primary key,
    ip_address text not null unique,
    reason text,
    is_active boolean not null,
    blocked_at timestamptz not null,
    network inet generated always as (address_of(ip_address)) stored
  )`,
  `comment on table blocked_ips is 'A block may be of a prefix, and of IPv6. What is stored and is no address matches nothing and never fails.'`,
  'create index blocked_networks on blocked_ips using gist (network inet_ops) where is_active',

  `create table blocked_pages (
    id uuid primary key,
    page_path text not null unique,
    reason text,
    is_active boolean not null,
    blocked_at timestamptz not null
  )`,
  `comment on table blocked_pages is 'Pages whose views are not counted.'`,
])
