import { applyAll } from './apply-all.ts'

/** What ads cost by day, which spend and which visits are the same ad, and every movement of money of a payment. */
export const up = applyAll([
  `create table ad_spend (
    id bigint generated always as identity primary key,
    platform text not null,
    account text not null default '',
    currency text not null,
    day date not null,
    through date not null,
    campaign_id text not null default '',
    campaign text not null default '',
    adset_id text not null default '',
    adset text not null default '',
    ad_id text not null default '',
    ad text not null default '',
    spend_micros bigint not null,
    impressions bigint not null default 0,
    clicks bigint not null default 0,
    import_id uuid,
    check (day <= through)
  )`,
  `comment on table ad_spend is 'What one ad cost on one day of its account’s timezone, in millionths of the currency; through is a later day where only a span is known. What a newer import replaced is kept with that import, so that it can be taken back.'`,
  'create index ad_spend_by_day on ad_spend (day)',

  `create table ad_pairs (
    platform text not null,
    level text not null,
    spend_key text not null,
    visit_key text not null,
    paired_at timestamptz not null default now(),
    primary key (platform, level, spend_key)
  )`,
  `comment on table ad_pairs is 'Campaigns, ad sets and ads that the owner said are the same as what visits call otherwise.'`,

  `alter table payments add disputed_minor bigint not null default 0`,
  `create table payment_movements (
    id uuid primary key,
    payment_id uuid not null references payments (id) on delete cascade,
    key text not null,
    kind text not null,
    at timestamptz not null,
    amount_minor bigint not null,
    currency text not null,
    unique (payment_id, key)
  )`,
  `comment on table payment_movements is 'Money that came or went for a payment: paid and reinstated are above zero, refunded and disputed below. Their sum is what is left of it.'`,
  'create index payment_movements_by_time on payment_movements (at)',
])
