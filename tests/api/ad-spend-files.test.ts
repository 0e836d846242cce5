import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { uploadSpend, utf16 } from '#support/spend-file.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let now = new Date('2026-10-05T10:00:00Z')
let product: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  owner = await product.owner()
})
afterAll(() => product.end())

const HEADER =
  'Day,Campaign name,Campaign ID,Ad set name,Ad set ID,Ad name,Ad ID,Amount spent (USD),Impressions,Link clicks\n'
const adDay = (day: string, spend: number, ad = '7') =>
  `${day},Autumn,9,Set,8,Dog ${ad},${ad},${spend},100,3\n`
const september = `${HEADER}${adDay('2026-09-01', 10)}${adDay('2026-09-02', 20.5)}`

const inForce = () =>
  product.query(
    'select day::text, through::text, ad_id, ad, spend_micros::text as micros, currency from ad_spend order by day, ad_id, ad, currency',
  )
const upload = (file: string | Uint8Array<ArrayBuffer>, said?: Record<string, string>, name?: string) =>
  uploadSpend(owner, product.url, file, said, name)
const commit = (id: string) => owner.post(`/api/ad-spend/imports/${id}/commit`, {})
const takeBack = (id: string) => sendJson(owner, 'DELETE', `/api/ad-spend/imports/${id}`)
async function imported(
  file: string | Uint8Array<ArrayBuffer>,
  said?: Record<string, string>,
  name?: string,
) {
  const { body } = await upload(file, said, name)
  expect((await commit(body.id)).status).toBe(200)
  return body
}

describe('a file of spend', () => {
  it('names no ad as one that nobody came from for the letter case or spaces of its name', async () => {
    const visit = { path: '/meme', utm_source: 'facebook', utm_ad: 'My  Cat' }
    await product.browser().post('/api/visitors/page-view', visit)
    const day = (ad: string) => `2026-09-01,Autumn,Set,${ad},9\n`
    const file = `Day,Campaign name,Ad set name,Ad name,Amount spent (USD)\n${day('my cat')}${day('My Dog')}`
    // Reading counts what was seen.
    await owner.get('/api/ads?range=all&level=ad')
    const { body } = await upload(file)
    expect(body.unmatched).toEqual({ ads: 1, names: ['My Dog'] })
  })

  it('is previewed, done once, and changes nothing the second time', async () => {
    const preview = await upload(september)
    expect(preview.body).toMatchObject({
      ...{ platform: 'meta', currency: 'USD', rows: 2, new: 2, replaced: 0, unchanged: 0, refused: [] },
      ...{ spend: [{ currency: 'USD', amount: 30.5 }], unmatched: { ads: 1, names: ['Dog 7'] } },
      days: { first: '2026-09-01', last: '2026-09-02', number: 2 },
    })
    expect(await inForce()).toEqual([])
    const first = await commit(preview.body.id)
    expect((await commit(preview.body.id)).body).toEqual(first.body)
    const before = await inForce()
    expect(before.map(({ micros }) => micros)).toEqual(['10000000', '20500000'])

    const again = await upload(september)
    expect(again.body).toMatchObject({ rows: 2, new: 0, replaced: 0, unchanged: 2 })
    await commit(again.body.id)
    expect(await inForce()).toEqual(before)

    const changed = await upload(`${HEADER}${adDay('2026-09-02', 21)}${adDay('2026-09-03', 5)}`)
    expect(changed.body).toMatchObject({ rows: 2, new: 1, replaced: 1, unchanged: 0 })
    await commit(changed.body.id)
    expect((await inForce()).map(({ micros }) => micros)).toEqual(['10000000', '21000000', '5000000'])
    expect((await takeBack(changed.body.id)).status).toBe(200)
    expect((await takeBack(changed.body.id)).status).toBe(200)
    expect(await inForce()).toEqual(before)

    const list = await owner.get('/api/ad-spend/imports')
    expect(list.body.map((one: { rowsInForce: number }) => one.rowsInForce)).toEqual([0, 2, 0])
    expect((await commit(changed.body.id)).status).toBe(409)
    await takeBack(again.body.id)
    expect(await inForce()).toEqual(before)
    await takeBack(preview.body.id)
    expect(await inForce()).toEqual([])
  })

  it('replaces by name what came without ids, and by id what was renamed', async () => {
    const named = await imported(
      'Day,Campaign name,Ad set name,Ad name,Amount spent (USD)\n2026-09-01,Autumn,Set,Dog 7,9\n',
    )
    const withIds = await imported(`${HEADER}${adDay('2026-09-01', 10)}`)
    expect(withIds).toMatchObject({ new: 0, replaced: 1 })
    const renamed = await imported(`${HEADER}2026-09-01,Autumn,9,Set,8,Hound,7,11,1,1\n`)
    expect(renamed).toMatchObject({ new: 0, replaced: 1 })
    expect(await inForce()).toMatchObject([{ ad: 'Hound', micros: '11000000' }])
    await takeBack(withIds.id)
    await takeBack(renamed.id)
    expect(await inForce()).toMatchObject([{ ad_id: '', micros: '9000000' }])
    await takeBack(named.id)
  })

  it('refuses by line what would be counted twice: a span, a whole, another currency', async () => {
    const span =
      'Reporting starts,Reporting ends,Campaign name,Campaign ID,Ad set name,Ad set ID,Ad name,Ad ID,Amount spent (USD)\n2026-09-01,2026-09-30,Autumn,9,Set,8,Dog 7,7,300\n'
    const whole = await imported(span, {}, 'whole-september.csv')
    expect(whole).toMatchObject({ spans: 1, days: { number: 30 } })
    const byDay = await upload(`${september}${adDay('2026-10-01', 1)}`)
    expect(byDay.body).toMatchObject({ rows: 3, new: 1, refusedRows: 2 })
    expect(byDay.body.refused[0]).toEqual({
      line: 2,
      reason:
        'This ad’s spend of 2026-09-01 to 2026-09-30 is here as one sum (“whole-september.csv”). Take that import back to import it by day.',
    })
    // Once that is taken back, the same preview takes them all.
    await takeBack(whole.id)
    expect((await commit(byDay.body.id)).body).toMatchObject({ new: 3, refusedRows: 0 })
    // A span that holds all of the days takes their place.
    expect((await upload(span)).body).toMatchObject({ replaced: 1, refusedRows: 0 })
    const campaign = await upload(
      'Day,Campaign name,Campaign ID,Amount spent (USD)\n2026-09-01,Autumn,9,10\n',
    )
    expect(campaign.body.refused[0].reason).toContain('is here by ad already')
    const euros = await upload(september.replace('USD', 'EUR'))
    expect(euros.body).toMatchObject({ refusedRows: 2 })
    expect(euros.body.refused[0].reason).toContain('kept in USD')
    await takeBack(byDay.body.id)
  })

  it('remembers how the owner named the columns, and what else was asked', async () => {
    const file = 'Päivä;Mainos;Kulutus\n03/09/2026;Koira;12,5\n'
    expect((await upload(file)).body).toMatchObject({ id: null, needs: 'columns' })
    const columns = JSON.stringify({ date: 'Päivä', ad: 'Mainos', spend: 'Kulutus' })
    const answered = await upload(file, { columns, platform: 'TikTok', currency: 'eur', dates: 'day-first' })
    expect(answered.body).toMatchObject({ needs: null, platform: 'tiktok', currency: 'EUR', new: 1 })
    expect((await upload(file)).body).toMatchObject({ needs: null, days: { first: '2026-09-03' } })
  })

  it('can be said anew of a file that was read wrong, and keeps what was said before beside a new answer', async () => {
    const file = 'By Day,Campaign name,Ad group name,Ad name,Cost\n03/09/2026,Herbst,Gruppe,Hund,12.5\n'
    const said = { platform: 'tiktok', currency: null, dates: null, columns: false }
    expect((await upload(file, { platform: 'tiktok' })).body).toMatchObject({ needs: 'dates', said: null })
    const wrong = await upload(file, { platform: 'tiktok', currency: 'usd', dates: 'month-first' })
    expect(wrong.body).toMatchObject({
      days: { first: '2026-03-09' },
      said: { ...said, currency: 'USD', dates: 'month-first' },
    })
    expect((await upload(file)).body).toMatchObject({ needs: null, currency: 'USD' })
    // Of another account, whose currency it is.
    expect((await upload(file, { anew: 'yes' })).body).toMatchObject({ id: null, needs: 'dates' })
    const right = { anew: 'yes', dates: 'day-first' }
    expect((await upload(file, right)).body).toMatchObject({ needs: 'currency', platform: 'tiktok' })
    expect((await upload(file, { ...right, currency: 'eur' })).body).toMatchObject({
      ...{ needs: null, platform: 'tiktok', currency: 'EUR', days: { first: '2026-09-03' } },
      said: { ...said, platform: null, currency: 'EUR', dates: 'day-first' },
    })
    expect((await upload(file, { currency: 'chf' })).body).toMatchObject({ currency: 'CHF' })
    expect((await upload(file)).body).toMatchObject({
      ...{ currency: 'CHF', days: { first: '2026-09-03' } },
      said: { ...said, platform: null, currency: 'CHF', dates: 'day-first' },
    })
    // What needs no word of the owner's is said to rest on none.
    expect((await upload(september)).body.said).toBeNull()
  })

  it('reads what Google writes for spreadsheets', async () => {
    const text =
      'Ad report\r\nSeptember 1, 2026 - September 30, 2026\r\nDay\tCampaign\tAd group\tCurrency code\tCost\r\n2026-09-01\tBrand\tCore\tUSD\t$10.00\r\nTotal: Account\t\t\tUSD\t$10.00\r\n'
    expect((await upload(utf16(text))).body).toMatchObject({ platform: 'google', rows: 1, currency: 'USD' })
  })

  it('is a preview for an hour, and of many previews the newest five', async () => {
    const first = (await upload(september)).body
    now = new Date(now.getTime() + 3_600_000)
    expect((await commit(first.id)).status).toBe(404)
    const ids: string[] = []
    for (let at = 0; at < 7; at++) ids.push((await upload(september)).body.id)
    const rows = await product.query('select id from ad_spend_imports where committed_at is null order by id')
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(2))
    expect((await commit(ids[0] ?? '')).status).toBe(404)
    expect((await takeBack(ids[6] ?? '')).status).toBe(200)
    expect((await takeBack('nothing')).status).toBe(404)
  })

  it('is refused where it is none, too large, or sent by somebody else', async () => {
    expect((await upload('PK\u0003\u0004 an Excel file')).status).toBe(422)
    expect((await upload('a,b\n'.repeat(3_500_000))).status).toBe(413)
    expect((await upload(september, { platform: 'Meta Ads!' })).status).toBe(422)
    expect((await upload(september, { columns: '{' })).status).toBe(422)
    expect((await owner.post('/api/ad-spend/imports', {})).status).toBe(415)
    expect((await uploadSpend(product.browser(), product.url, september)).status).toBe(401)
    const broken = await owner.send('POST', '/api/ad-spend/imports', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nDay',
    })
    expect(broken.status).toBe(400)
  })
})
