// A sample of it is in tests/api/ad-spend-rows.test.ts.
import { expect, it } from 'vitest'
import { ownProduct } from '#support/owned-product.ts'
import { sendJson } from '#support/send-json.ts'
import { uploadSpend } from '#support/spend-file.ts'

const { product, owner } = await ownProduct({ clock: { now: () => new Date('2026-10-05T10:00:00Z') } })

const ADS = 100
const DAYS = 120
const header =
  'Day,Campaign name,Campaign ID,Ad set name,Ad set ID,Ad name,Ad ID,Amount spent (USD),Impressions,Link clicks\n'

/** Months of an account: every ad on every day, a cent more where it is asked for. */
function account(more: number, ids = true): string {
  const lines: string[] = []
  for (let day = 0; day < DAYS; day++) {
    const date = new Date(Date.parse('2026-05-01') + day * 86_400_000).toISOString().slice(0, 10)
    for (let ad = 0; ad < ADS; ad++) {
      const names = [`Campaign ${ad % 5}`, `Set ${ad % 20}`, `Ad ${ad}`]
      const known = ids ? [`1${ad % 5}`, `2${ad % 20}`, `3${ad}`] : ['', '', '']
      lines.push(
        [date, names[0], known[0], names[1], known[1], names[2], known[2], `${ad}.${10 + more}`, 5, 1].join(
          ',',
        ),
      )
    }
  }
  return header + lines.join('\n')
}

const sum = async () =>
  (
    await product.query('select count(*)::integer as rows, sum(spend_micros)::text as micros from ad_spend')
  )[0]

it('takes twelve thousand rows at once, replaces them by id and by name, and takes each back', async () => {
  const first = await uploadSpend(owner, product.url, account(0))
  expect(first.body).toMatchObject({ rows: ADS * DAYS, new: ADS * DAYS })
  expect((await owner.post(`/api/ad-spend/imports/${first.body.id}/commit`, {})).status).toBe(200)
  const before = await sum()
  const second = await uploadSpend(owner, product.url, account(1))
  expect(second.body).toMatchObject({ replaced: ADS * DAYS, refusedRows: 0 })
  await owner.post(`/api/ad-spend/imports/${second.body.id}/commit`, {})
  const named = await uploadSpend(owner, product.url, account(2, false))
  expect(named.body).toMatchObject({ replaced: ADS * DAYS, refusedRows: 0 })
  await owner.post(`/api/ad-spend/imports/${named.body.id}/commit`, {})
  expect((await sum())?.rows).toBe(ADS * DAYS)
  expect((await sendJson(owner, 'DELETE', `/api/ad-spend/imports/${second.body.id}`)).status).toBe(200)
  expect((await sendJson(owner, 'DELETE', `/api/ad-spend/imports/${named.body.id}`)).status).toBe(200)
  expect(await sum()).toEqual(before)
})
