import { sql } from 'kysely'
import type { CurrencyRate } from '#contract/ad-spend.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

type RateRow = { currency: string; rate: string; into: string; set_at: Date }

const asRate = ({ currency, rate, into, set_at }: RateRow): CurrencyRate => ({
  ...{ currency, into, rate: Number(rate), setAt: set_at.toISOString() },
})

/** The fixed rates that the owner set. */
export async function listRates(database: Database): Promise<CurrencyRate[]> {
  const { rows } =
    await sql<RateRow>`select currency, rate, "into", set_at from ad_currency_rates order by currency`.execute(
      database,
    )
  return rows.map(asRate)
}

type SetRate = Pick<CurrencyRate, 'currency' | 'rate' | 'into'> & {
  inPlaceOf?: Pick<CurrencyRate, 'rate' | 'into'> | null | undefined
  at: Date
}

/**
 * Sets what one of a currency counts as; refused where that would lead on from another rate, or back, and where another
 * rate is set by now than the one that this shall take the place of.
 */
export async function setRate(
  database: Database,
  { currency, rate, into, inPlaceOf, at }: SetRate,
): Promise<CurrencyRate> {
  return database.transaction().execute(async (transaction) => {
    await takeLocks(transaction, [lockOn('ad currency rates')])
    const { rows: hindering } = await sql<{ currency: string; into: string }>`
      select currency, "into" from ad_currency_rates where currency = ${into} or "into" = ${currency} limit 1`.execute(
      transaction,
    )
    const [other] = hindering
    if (other)
      throw new Refusal(
        'conflict',
        `${other.currency} counts as ${other.into} already. Remove that rate first.`,
      )
    const { rows: set } = await sql<RateRow>`select currency, rate, "into", set_at from ad_currency_rates
      where currency = ${currency}`.execute(transaction)
    const before = set.map(asRate)[0]
    const isRate = (one: Pick<CurrencyRate, 'rate' | 'into'> | null) =>
      one !== null && before?.rate === one.rate && before.into === one.into
    // The same once more is a second try after an answer that was lost.
    if (before && inPlaceOf !== undefined && !isRate(inPlaceOf) && !isRate({ rate, into }))
      throw new Refusal(
        'conflict',
        `One ${currency} is ${before.rate} ${before.into} by now. Have a look at it first.`,
      )
    const { rows } = await sql<RateRow>`insert into ad_currency_rates (currency, rate, "into", set_at)
      values (${currency}, ${String(rate)}::numeric, ${into}, ${at})
      on conflict (currency) do update set rate = excluded.rate, "into" = excluded."into", set_at = excluded.set_at
      returning currency, rate, "into", set_at`.execute(transaction)
    const [row] = rows
    if (!row) throw new Error('a rate was not stored')
    return asRate(row)
  })
}

/** Forgets a rate. */
export async function deleteRate(database: Database, currency: string): Promise<void> {
  await sql`delete from ad_currency_rates where currency = ${currency}`.execute(database)
}
