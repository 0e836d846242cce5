import { sql } from 'kysely'
import type { CurrencyRate } from '#contract/ad-spend.ts'
import type { Database } from '#server/platform/database.ts'

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

/** Sets what one of a currency counts as. */
export async function setRate(
  database: Database,
  { currency, rate, into, at }: { currency: string; rate: number; into: string; at: Date },
): Promise<CurrencyRate> {
  const { rows } = await sql<RateRow>`insert into ad_currency_rates (currency, rate, "into", set_at)
    values (${currency}, ${String(rate)}::numeric, ${into}, ${at})
    on conflict (currency) do update set rate = excluded.rate, "into" = excluded."into", set_at = excluded.set_at
    returning currency, rate, "into", set_at`.execute(database)
  const [row] = rows
  if (!row) throw new Error('a rate was not stored')
  return asRate(row)
}

/** Forgets a rate. */
export async function deleteRate(database: Database, currency: string): Promise<void> {
  await sql`delete from ad_currency_rates where currency = ${currency}`.execute(database)
}
