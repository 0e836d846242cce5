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

/** Sets what one of a currency counts as; refused where that would lead on from another rate, or back. */
export async function setRate(
  database: Database,
  { currency, rate, into, at }: { currency: string; rate: number; into: string; at: Date },
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
