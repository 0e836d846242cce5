import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'

/** What a lead of each ad cost; any other ad's costs what is usual. */
const COST_PER_LEAD: Record<string, number> = {
  'Four years or one sentence': 9,
  'This dog cannot code': 13,
  'Stitch: I cannot code': 15,
  'Dog at the laptop': 17,
  'Three questions': 34,
  'Testimonial cut': 48,
}
const USUAL = 26
/** The ad that is dear per lead and cheap per client: whoever had watched half of the film comes back to buy. */
const BRINGS_CLIENTS = 'Testimonial cut'
const PRICE_MINOR = 250_000

/**
 * Tells what the month's ads cost and brought: calls of the past were held, payments moved money, and of the leads of one
 * dear ad most became clients, while the cheapest leads rarely did. Days end with the one before `now`.
 */
export async function tellOfMoney(database: Database, now: Date): Promise<void> {
  await sql`update bookings set status = 'held' where status = 'booked' and start_at < ${now}`.execute(
    database,
  )
  await database.transaction().execute((transaction) => makeClients(transaction, now))
  await sql`
    insert into payment_movements (id, payment_id, key, kind, at, amount_minor, currency)
    select gen_random_uuid(), payment.id, 'paid', 'paid', event.at, payment.amount_minor, payment.currency
    from payments payment join external_events event on event.id = payment.id
    where payment.amount_minor > 0 and payment.currency is not null and payment.status in ('paid', 'refunded', 'partly_refunded')
      and not exists (select from payment_movements known where known.payment_id = payment.id)`.execute(
    database,
  )
  await paySpend(database, now)
}

/** Three of four leads of the ad that brings clients had a call and paid, each some days after they came. */
async function makeClients(database: Queryable, now: Date): Promise<void> {
  await sql`
    create temporary table demo_clients as
    select id as lead_id, gen_random_uuid() as booking_id, gen_random_uuid() as payment_id,
      first_captured_at + interval '1 hour' as applied_at,
      -- In the coach's afternoon, the day after.
      (date_trunc('day', first_captured_at at time zone 'America/Los_Angeles') + interval '38 hours')
        at time zone 'America/Los_Angeles' as call_at,
      first_captured_at + interval '50 hours' as paid_at
    from (
      select lead.*, row_number() over (order by lead.first_captured_at) as n from leads lead
      where lead.first_touch ->> 'utm_ad' = ${BRINGS_CLIENTS} and lead.last_counted_at is not null
        and lead.first_captured_at < ${now}::timestamptz - interval '3 days'
        and not exists (select from external_events event where event.lead_id = lead.id and event.kind = 'payment')
    ) lead where n % 4 <> 0`.execute(database)
  await sql`
    insert into external_events (id, kind, key, at, email, lead_id, joined_by, joined_at)
    select event.id, event.kind, 'demo ' || event.id, event.at, lead.email, lead.id, 'email', event.at
    from demo_clients client join leads lead on lead.id = client.lead_id
    cross join lateral (values (booking_id, 'booking', applied_at), (payment_id, 'payment', paid_at)) event (id, kind, at)`.execute(
    database,
  )
  await sql`
    insert into external_event_updates (id, external_event_id, key, kind, at, details)
    select gen_random_uuid(), event.id, event.kind, event.kind, event.at, '{}'
    from demo_clients cross join lateral (
      values (booking_id, 'created', applied_at), (payment_id, 'paid', paid_at)) event (id, kind, at)`.execute(
    database,
  )
  await sql`
    insert into bookings (id, uid, status, title, start_at, end_at, reported_at)
    select booking_id, 'demo ' || booking_id, 'held', 'Strategy call', call_at, call_at + interval '45 minutes', call_at
    from demo_clients`.execute(database)
  await sql`
    insert into payments (id, session_id, status, amount_minor, currency, refunded_minor, is_test)
    select payment_id, 'demo ' || payment_id, 'paid', ${PRICE_MINOR}, 'usd', 0, false from demo_clients`.execute(
    database,
  )
  await sql`
    insert into lead_steps (lead_id, step, at)
    select lead_id, step, applied_at from demo_clients
    cross join unnest(array['saw-pitch', 'applied', 'booked']) step on conflict do nothing`.execute(database)
  await sql`insert into pending_leads (lead_id) select lead_id from demo_clients`.execute(database)
  await sql`drop table demo_clients`.execute(database)
}

/** What each ad cost on each day on which somebody came by it, in proportion to who came. */
async function paySpend(database: Database, now: Date): Promise<void> {
  const costs = JSON.stringify(Object.entries(COST_PER_LEAD).map(([ad, cost]) => ({ ad, cost })))
  await sql`
    with came as (
      select first_touch as touch, (first_seen_at at time zone 'America/Los_Angeles')::date as day, count(*) as visitors
      from visitors where first_touch ->> 'utm_medium' = 'paid_social' and last_counted_at is not null
        and first_seen_at < ${now} group by first_touch - 'fbclid' - 'fbc' - 'fbp' - 'utm_placement' - 'utm_source', first_touch, 2
    ), ads as (
      select touch ->> 'utm_source_platform' as platform, touch ->> 'utm_campaign_id' as campaign_id,
        touch ->> 'utm_campaign' as campaign, coalesce(touch ->> 'utm_adset_id', '') as adset_id,
        coalesce(touch ->> 'utm_adset', '') as adset, touch ->> 'utm_ad_id' as ad_id, touch ->> 'utm_ad' as ad, day,
        sum(visitors) as visitors
      from came group by 1, 2, 3, 4, 5, 6, 7, 8
    ), leads_of as (
      select first_touch ->> 'utm_ad_id' as ad_id, count(*) as leads from leads where last_counted_at is not null group by 1
    )
    insert into ad_spend (platform, account, currency, day, through, campaign_id, campaign, adset_id, adset, ad_id, ad,
      spend_micros, impressions, clicks)
    select platform, 'demo', 'USD', day, day, campaign_id, campaign, adset_id, adset, ad_id, ads.ad,
      round(coalesce(cost, ${USUAL}) * 1000000 * greatest(coalesce(leads, 0), 1)
        * visitors / sum(visitors) over (partition by ad_id), -4)::bigint,
      (visitors * 64)::bigint, ceil(visitors * 1.12)::bigint
    from ads left join leads_of using (ad_id)
    left join json_to_recordset(${costs}::json) as known (ad text, cost numeric) on known.ad = ads.ad`.execute(
    database,
  )
}
