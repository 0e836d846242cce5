import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { keysOf, type SpendRow } from './spend-row.ts'

const AT_ONCE = 2000
const MANY = 500

const figures = sql.raw(
  'platform, account, currency, day, through, campaign_id, campaign, adset_id, adset, ad_id, ad, spend_micros, impressions, clicks',
)

/** Stores an import's rows; none of them counts yet. */
export async function insertLines(
  transaction: Queryable,
  importId: string,
  rows: readonly SpendRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const lines = rows
      .slice(at, at + AT_ONCE)
      .map((row) => ({ ...row, ...keysOf(row), spend_micros: String(row.spend_micros) }))
    await sql`insert into ad_spend_lines (import_id, line, ${figures}, ad_key, name_key, parents)
      select ${importId}, line, ${figures}, ad_key, name_key,
        array(select jsonb_array_elements_text(parents)::uuid)
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given (line integer, platform text, account text,
        currency text, day date, through date, campaign_id text, campaign text, adset_id text, adset text, ad_id text,
        ad text, spend_micros bigint, impressions bigint, clicks bigint, ad_key uuid, name_key uuid, parents jsonb)`.execute(
      transaction,
    )
  }
  // Without knowing how many there are now, the database would look for them one by one.
  if (rows.length >= MANY) await sql`analyze ad_spend_lines`.execute(transaction)
}

/** What a row would do. `problem` names why it is not taken; `by` is the import that holds what it stands against. */
export type Judged = {
  id: number
  line: number
  what: 'new' | 'replaced' | 'unchanged' | 'refused'
  problem: 'currency' | 'days' | 'whole' | 'part' | null
  by: string | null
  their_currency: string | null
  their_day: string | null
  their_through: string | null
}

const isSameAccount = sql`(mine.account = theirs.account or mine.account = '' or theirs.account = '')`
const isAtOneTime = sql`mine.day <= theirs.through and theirs.day <= mine.through`

// By id, else by names: a row without ids may be of any ad of its names.
const sameKeys = [
  sql`theirs.ad_key = mine.ad_key`,
  sql`theirs.name_key = mine.ad_key`,
  sql`theirs.ad_key = mine.name_key`,
]
// Nearly all rows are of one day and are found by it; a year of days must not be held against a year of days.
const sameTimes = [
  sql`theirs.day = mine.day and theirs.through = mine.through`,
  sql`mine.day < mine.through and ${isAtOneTime}`,
  sql`theirs.day < theirs.through and ${isAtOneTime}`,
]

/** Pairs of an import's rows and others that count, or would, of the same ad and of days in common. */
const sameAds = (importId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    sameKeys.flatMap((isSameAd) =>
      sameTimes.map(
        (isSameTime) => sql`
    select mine.id as mine_id, theirs.id as their_id from mine join ad_spend_lines theirs on ${isSameAd} and ${isSameTime}
    where theirs.place is not null and theirs.import_id <> ${importId} and ${isSameAccount} and ${condition}`,
      ),
    ),
    sql` union `,
  )

/**
 * What each row of an import would do to those that are there. Nothing may be counted twice: what holds a part of the
 * same ad's days, or the same days as a whole or a part of it, is refused.
 */
export async function judgeLines(transaction: Queryable, importId: string): Promise<Judged[]> {
  // Compiling so long a question takes longer than answering it.
  await sql`set local jit = off`.execute(transaction)
  const { rows } = await sql<Judged>`
    with mine as materialized (select * from ad_spend_lines where import_id = ${importId}),
    same as materialized (${sameAds(importId, sql`true`)}),
    other_currency as materialized (
      select mine.*, other.id as their_id
      from (select distinct ad_key, name_key, account, currency from mine) mine cross join lateral (
        ${sql.join(
          sameKeys.map(
            (
              isSameAd,
            ) => sql`select theirs.id from ad_spend_lines theirs where ${isSameAd} and ${isSameAccount}
          and theirs.currency <> mine.currency and theirs.place is not null and theirs.import_id <> ${importId}`,
          ),
          sql` union all `,
        )} limit 1
      ) other
    ),
    other_account as materialized (
      select mine.*, other.id as their_id
      from (select distinct platform, account, currency from mine where account <> '') mine cross join lateral (
        select theirs.id from ad_spend_lines theirs where theirs.platform = mine.platform and theirs.account = mine.account
          and theirs.currency <> mine.currency and theirs.place is not null and theirs.import_id <> ${importId} limit 1
      ) other
    ),
    faults as (
      select mine.id, theirs.id as their_id, 'days' as problem
      from same join mine on mine.id = same.mine_id join ad_spend_lines theirs on theirs.id = same.their_id
      where not (theirs.day >= mine.day and theirs.through <= mine.through)
      union all
      select mine.id, other.their_id, 'currency' from other_currency other join mine
        using (ad_key, name_key, account, currency)
      union all
      select mine.id, theirs.id, 'part' from mine cross join lateral unnest(mine.parents) above (key)
        join ad_spend_lines theirs on theirs.ad_key = above.key
      where theirs.place is not null and theirs.import_id <> ${importId} and ${isAtOneTime} and ${isSameAccount}
      union all
      select mine.id, theirs.id, 'part' from mine cross join lateral unnest(mine.parents) above (key)
        join ad_spend_lines theirs on theirs.name_key = above.key
      where theirs.place is not null and theirs.import_id <> ${importId} and ${isAtOneTime} and ${isSameAccount}
      union all
      ${sql.join(
        [sql`mine.ad_key`, sql`mine.name_key`].map(
          (key) => sql`
      select mine.id, theirs.id, 'whole' from (select * from mine where ad = '' and ad_id = '') mine
        join (select *, unnest(parents) as part_of from ad_spend_lines) theirs on theirs.part_of = ${key}
      where theirs.place is not null and theirs.import_id <> ${importId} and ${isAtOneTime} and ${isSameAccount}`,
        ),
        sql` union all `,
      )}
      union all
      select mine.id, other.their_id, 'currency' from other_account other join mine using (platform, account, currency)
    ),
    fault as (
      select distinct on (faults.id) faults.id, faults.problem, held.name as by, theirs.currency, theirs.day, theirs.through
      from faults join ad_spend_lines theirs on theirs.id = faults.their_id join ad_spend_imports held on held.id = theirs.import_id
      order by faults.id, array_position(array['currency', 'days', 'part', 'whole'], faults.problem), faults.their_id
    ),
    covered as (
      select same.mine_id, count(*) as number, bool_and(
        (theirs.day, theirs.through, theirs.spend_micros, theirs.impressions, theirs.clicks, theirs.campaign_id, theirs.campaign,
          theirs.adset_id, theirs.adset, theirs.ad_id, theirs.ad, theirs.account)
        = (mine.day, mine.through, mine.spend_micros, mine.impressions, mine.clicks, mine.campaign_id, mine.campaign,
          mine.adset_id, mine.adset, mine.ad_id, mine.ad, mine.account)) as is_same
      from same join mine on mine.id = same.mine_id join ad_spend_lines theirs on theirs.id = same.their_id
        join ad_spend force on force.line_id = theirs.id
      where theirs.day >= mine.day and theirs.through <= mine.through
      group by same.mine_id
    )
    select mine.id, mine.line, case when fault.id is not null then 'refused' when covered.number is null then 'new'
        when covered.number = 1 and covered.is_same then 'unchanged' else 'replaced' end as what,
      fault.problem, fault.by, fault.currency as their_currency, fault.day::text as their_day,
      fault.through::text as their_through
    from mine left join fault on fault.id = mine.id left join covered on covered.mine_id = mine.id
    order by mine.line`.execute(transaction)
  return rows
}

/** Forgets rows of an import by their ids. */
export async function deleteLines(transaction: Queryable, ids: readonly number[]): Promise<void> {
  await sql`delete from ad_spend_lines where id = any(${ids}::bigint[])`.execute(transaction)
}

/** Notes which rows a change of an import's rows can touch: they, and all of others that they cover. */
async function noteTouched(transaction: Queryable, importId: string): Promise<void> {
  await sql`create temporary table touched_lines (id bigint primary key) on commit drop`.execute(transaction)
  await sql`insert into touched_lines
    with mine as materialized (select * from ad_spend_lines where import_id = ${importId})
    select id from mine union
    select their_id from (${sameAds(importId, sql`theirs.day >= mine.day and theirs.through <= mine.through`)}) same`.execute(
    transaction,
  )
}

/** Writes anew which of the touched rows count: those that no later one covers. */
async function countTouched(transaction: Queryable): Promise<void> {
  await sql`analyze touched_lines`.execute(transaction)
  await sql`delete from ad_spend where line_id in (select id from touched_lines)`.execute(transaction)
  const covering = sameKeys.flatMap((isSameAd) =>
    [
      sql`theirs.day = mine.day and theirs.through = mine.through`,
      sql`theirs.day < theirs.through and theirs.day <= mine.day and theirs.through >= mine.through`,
    ].map(
      (isAround) => sql`and not exists (select from ad_spend_lines theirs
        where ${isSameAd} and ${isAround} and theirs.place > mine.place and ${isSameAccount})`,
    ),
  )
  await sql`insert into ad_spend (${figures}, import_id, line_id)
    select ${figures}, import_id, id from ad_spend_lines mine
    where id in (select id from touched_lines) and place is not null
      ${sql.join(covering, sql` `)}`.execute(transaction)
  await sql`drop table touched_lines`.execute(transaction)
}

/**
 * Lets an import's rows count, over all that came before. With `into` they become rows of that one, in place of its own
 * about the same ad, by the same names, and day.
 */
export async function countLines(
  transaction: Queryable,
  importId: string,
  into: string = importId,
): Promise<void> {
  await noteTouched(transaction, importId)
  if (into !== importId) {
    await sql`delete from ad_spend where line_id in (${ownLines(importId, into)})`.execute(transaction)
    await sql`delete from ad_spend_lines where id in (${ownLines(importId, into)})`.execute(transaction)
  }
  await sql`with place as (select nextval('ad_spend_order') as next)
    update ad_spend_lines set import_id = ${into}, place = place.next from place where import_id = ${importId}`.execute(
    transaction,
  )
  await countTouched(transaction)
}

const ownLines = (importId: string, into: string): RawBuilder<unknown> => sql`
  select own.id from ad_spend_lines own join ad_spend_lines fresh on fresh.import_id = ${importId}
    and fresh.ad_key = own.ad_key and fresh.name_key = own.name_key and fresh.account = own.account
    and fresh.day = own.day and fresh.through = own.through
  where own.import_id = ${into}`

/** Takes an import's rows out, so that what they covered counts again. */
export async function uncountLines(transaction: Queryable, importId: string): Promise<void> {
  await noteTouched(transaction, importId)
  await sql`delete from ad_spend where line_id in (select id from ad_spend_lines where import_id = ${importId})`.execute(
    transaction,
  )
  await sql`delete from ad_spend_lines where import_id = ${importId}`.execute(transaction)
  await countTouched(transaction)
}

/** What an import's rows come to, without some of them. */
export type LineSums = {
  spend: { currency: string; micros: number }[]
  platforms: string[]
  first: string | null
  last: string | null
  days: number
  spans: number
}

/** Adds up an import's rows, without those given. */
export async function sumLines(
  transaction: Queryable,
  importId: string,
  without: readonly number[],
): Promise<LineSums> {
  const { rows } = await sql<LineSums>`
    with held as (
      select * from ad_spend_lines where import_id = ${importId} and not id = any(${without}::bigint[])
    )
    select coalesce((select json_agg(json_build_object('currency', currency, 'micros', micros) order by currency)
        from (select currency, sum(spend_micros) as micros from held group by 1) sums), '[]') as spend,
      array(select distinct platform from held order by 1) as platforms, min(day)::text as first, max(through)::text as last,
      (select count(distinct each::date) from (select distinct day, through from held) spans,
        generate_series(day, through, interval '1 day') each)::integer as days,
      count(*) filter (where day < through)::integer as spans
    from held`.execute(transaction)
  const [row] = rows
  if (!row) throw new Error('the sums of an import gave no row')
  return row
}
