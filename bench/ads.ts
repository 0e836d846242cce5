import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { adLevels } from '#contract/ad-levels.ts'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import { startProduct } from '#server/start-product.ts'
import { fillInstallation } from './fill-installation.part.ts'

/*
 * How long the table of ads takes at each level: 444 ads on three platforms over 90 days, a row of spend for each and day
 * (40 thousand), 5 million page views unless another number is given (`npm run bench ads 500000`), two of five visitors
 * leads, one of twenty leads booked. A data folder after it is filled where it does not exist yet, and kept.
 */
const VIEWS = Number(process.argv[2] ?? 5_000_000)
const FOLDER = process.argv[3]
const DAYS = 90
const ADS = 444
// With fewer page views it is only tried.
const ROUNDS = VIEWS < 50_000 ? 1 : 40
const PASSWORD = 'benchmark password'

const platformOf = (ad: RawBuilder<unknown>, words: [string, string, string]) =>
  sql`(array[${sql.join(words.map((word) => sql.lit(word)))}])[1 + ${ad} % 3]`
// Of a hundred visitors one came by nobody's ad; half of the others say names, half ids and names.
const touchOf = (
  n: RawBuilder<unknown>,
) => sql`case when ${n} % 100 = 0 then '{}'::jsonb else jsonb_strip_nulls(jsonb_build_object(
  'utm_source', ${platformOf(sql`(${n} % ${sql.lit(ADS)})`, ['facebook', 'google', 'tiktok'])}, 'utm_medium', 'paid',
  'utm_campaign_id', case when ${n} % 2 = 0 then 'c' || (${n} % ${sql.lit(ADS)}) / 24 end, 'utm_campaign', 'Campaign ' || (${n} % ${sql.lit(ADS)}) / 24,
  'utm_adset_id', case when ${n} % 2 = 0 then 's' || (${n} % ${sql.lit(ADS)}) / 6 end, 'utm_adset', 'Ad set ' || (${n} % ${sql.lit(ADS)}) / 6,
  'utm_ad_id', case when ${n} % 2 = 0 then 'a' || ${n} % ${sql.lit(ADS)} end, 'utm_ad', 'Ad ' || ${n} % ${sql.lit(ADS)})) end`

const dataDir = FOLDER ?? mkdtempSync(join(tmpdir(), 'leadline-ads-'))
const config = readConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'silent',
  OWNER_PASSWORD: PASSWORD,
})
if (!FOLDER || !existsSync(FOLDER)) await fill()
const product = await startProduct(config, { say: () => {} })
try {
  await ask()
} finally {
  await product.stop()
  if (!FOLDER) rmSync(dataDir, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const { database, close } = await openInstallation(config, () => {}, { mayBeNew: true })
  const begun = Date.now()
  await fillInstallation(database, { pageViews: VIEWS, days: DAYS, touchOf })
  await sql`
    insert into ad_spend (platform, account, currency, day, through, campaign_id, campaign, adset_id, adset, ad_id, ad,
      spend_micros, impressions, clicks)
    select ${platformOf(sql`ad`, ['meta', 'google', 'tiktok'])}, '1', 'USD', day::date, day::date, 'c' || ad / 24, 'Campaign ' || ad / 24,
      's' || ad / 6, 'Ad set ' || ad / 6, 'a' || ad, 'Ad ' || ad, 1000000 + (ad * 7919 + extract(doy from day)::integer * 104729) % 30000000, 1000 + ad, 20
    from generate_series(0, ${ADS - 1}::integer) ad
    cross join generate_series(now() - make_interval(days => ${DAYS - 1}::integer), now(), interval '1 day') day`.execute(
    database,
  )
  await sql`
    with booked as materialized (select id, row_number() over (order by id) as n, first_captured_at as at from leads where hashtext(id::text) % 20 = 0),
    event as (
      insert into external_events (id, kind, key, at, lead_id)
      select md5('booking ' || n)::uuid, 'booking', 'b' || n, at, id from booked
      union all select md5('payment ' || n)::uuid, 'payment', 'p' || n, at + interval '3 days', id from booked where n % 5 = 0
    ), call as (
      insert into bookings (id, uid, status, start_at, reported_at)
      select md5('booking ' || n)::uuid, 'b' || n, (array['held', 'held', 'no_show'])[1 + n % 3], at + interval '2 days', at from booked
    ), paid as (
      insert into payments (id, session_id, status, amount_minor, currency, refunded_minor, is_test)
      select md5('payment ' || n)::uuid, 'p' || n, 'paid', 250000, 'usd', 0, false from booked where n % 5 = 0
    )
    select 1`.execute(database)
  await sql`insert into payment_movements (id, payment_id, key, kind, at, amount_minor, currency)
    select id, id, 'paid', 'paid', now() - interval '1 day', amount_minor, currency from payments`.execute(
    database,
  )
  await sql`vacuum analyze`.execute(database)
  const { rows } = await sql<{ leads: number; spend: number; touches: number }>`
    select (select count(*) from leads) as leads, (select count(*) from ad_spend) as spend,
      (select count(*) from ad_touches) as touches`.execute(database)
  await close()
  console.log(
    `${VIEWS.toLocaleString('en-US')} page views, ${rows[0]?.leads} leads, ${rows[0]?.spend} rows of spend, ${rows[0]?.touches} touches, prepared in ${Math.round((Date.now() - begun) / 1000)} s`,
  )
}

async function ask(): Promise<void> {
  const signedIn = await fetch(`${product.url}/api/analytics/verify-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const questions = [
    ...adLevels.flatMap((level) =>
      ['today', 'last-30-days', 'last-month', 'all'].map((range) => `?level=${level}&range=${range}`),
    ),
    '?level=ad&range=all&credit=last',
    '?level=ad&range=all&cohort=event',
    '?level=ad&range=all&parent=meta',
    '/people?range=all&step=held',
    '/people?range=all&key=meta',
    '/visitors?range=all&key=meta',
    '/visitors?range=all&key=unattributed',
    '/visitors?range=today&key=meta',
  ]
  console.log(`${'question'.padEnd(48)}     p50     p95 ms`)
  for (const question of questions) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + 5; round += 1) {
      const begun = performance.now()
      const answer = await fetch(`${product.url}/api/ads${question}`, { headers: { cookie } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${question} answered ${answer.status}`)
      // The first rounds warm caches and connections.
      if (round >= 5) times.push(performance.now() - begun)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) =>
      (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN)
        .toFixed(1)
        .padStart(8)
    console.log(`/api/ads${question}`.padEnd(48) + at(0.5) + at(0.95))
  }
}
