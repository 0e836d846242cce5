import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard, toastWith, windowsOfRun } from '#support/owner-dashboard.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest } from '#support/share-of.ts'

const { browser } = await browseProduct()

// Of last year, which the dashboard names beside its days whenever it is looked at.
const year = new Date().getUTCFullYear() - 1
const september = Buffer.from(
  `Day,Campaign name,Campaign ID,Ad set name,Ad set ID,Ad name,Ad ID,Amount spent (USD),Impressions,Link clicks\n${year}-09-01,Autumn,9,Set,8,Dog video,7,"1,010.50",100,3\n${year}-09-02,Autumn,9,Set,8,Dog video,7,20,100,3\n${year}-13-02,Autumn,9,Set,8,Dog video,7,20,100,3\n`,
)
const unknown = Buffer.from(`Päivä;Mainos;Kulutus\n${year}-09-03;Koira;12,5\n`)
const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })

const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

/** Goes to the other part of Ads and back. */
async function lookAtResults(page: Page) {
  const parts = page.getByRole('navigation', { name: 'Ads', exact: true })
  await parts.getByRole('link', { name: 'Results' }).click()
  await page.getByLabel('File of ad spend').waitFor({ state: 'detached' })
  await parts.getByRole('link', { name: 'Spend' }).click()
}

describe.each(windowsOfRun)('what ads cost %s', (_device, size) => {
  it('comes by file: shown before, imported, taken back; and in a language that is named once', async () => {
    const product = await runProduct()
    onTestFinished(product.end)
    const visitor = product.browser()
    await visitor.post('/api/visitors/page-view', { path: '/meme', utm_source: 'fb', utm_ad_id: '{{ad.id}}' })
    const { page, context, problems } = await openDashboard(browser, product.url, {
      search: '?tab=ads&part=spend',
      size,
    })
    onTestFinished(() => context.close())
    await page.getByText('/meme?…utm_ad_id={{ad.id}}').waitFor()
    await expectSound(page)

    const file = page.getByLabel('File of ad spend')
    await file.setInputFiles(csv('september.csv', september))
    await page.getByText(`3 rows: 2 new, 0 replaced, 1 rejected; $1,030.50; 1–2 Sep ${year}; USD`).waitFor()
    await page.getByText(`“${year}-13-02” is no day.`).waitFor()
    await page.getByText('Nobody has come from one of its ads yet: Dog video.').waitFor()
    await expectSound(page)
    await lookAtResults(page)
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await toastWith(page, 'Imported')
    await page.getByText(`2 rows · $1,030.50 · 1–2 Sep ${year}`).waitFor()

    await file.setInputFiles(csv('september.csv', september))
    await page.getByText('3 rows: 0 new, 0 replaced, 2 here already, 1 rejected').waitFor()
    await page.getByRole('button', { name: 'All of it is here already. Close' }).click()

    await file.setInputFiles(csv('raportti.csv', unknown))
    await page.getByText('in a language that is not known here').waitFor()
    await page.getByLabel('Day (or first day)').selectOption('Päivä')
    await page.getByLabel('Amount spent').selectOption('Kulutus')
    await page.getByLabel('Ad', { exact: true }).selectOption('Mainos')
    await expectSound(page)
    // Whoever works by keyboard goes on from the heading: each question goes with its answer.
    const goesOn = () =>
      expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Upload a file' }))).toBe(true)
    await page.getByRole('button', { name: 'Read the file' }).press('Enter')
    await goesOn()
    await page.getByRole('button', { name: 'Meta', exact: true }).press('Enter')
    await page.getByLabel('Currency', { exact: true }).waitFor()
    await goesOn()
    await page.getByLabel('Currency', { exact: true }).fill('eur')
    await page.getByLabel('Currency', { exact: true }).press('Enter')
    await page.getByText(`1 row: 1 new, 0 replaced, 0 rejected; €12.50; 3 Sep ${year}; EUR`).waitFor()
    // It was typed wrong, and what was said is remembered for the next such file.
    await goesOn()
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
    await goesOn()
    await file.setInputFiles(csv('raportti.csv', unknown))
    await page.getByText('Read as you said: Meta, paid in EUR, the columns as you named them.').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Ask me again' }).click()
    await page.getByLabel('Day (or first day)').selectOption('Päivä')
    await page.getByLabel('Amount spent').selectOption('Kulutus')
    await page.getByLabel('Ad', { exact: true }).selectOption('Mainos')
    await page.getByRole('button', { name: 'Read the file' }).click()
    await page.getByRole('button', { name: 'TikTok', exact: true }).click()
    await page.getByLabel('Currency', { exact: true }).fill('sek')
    await page.getByRole('button', { name: 'Read the file' }).click()
    await page.getByText('Read as you said: TikTok, paid in SEK, the columns as you named them.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    const takeBack = page.getByRole('button', { name: 'Take back september.csv' })
    await takeBack.press('Enter')
    const keep = page.getByRole('button', { name: 'Keep it' })
    await expect.poll(() => hasFocus(keep)).toBe(true)
    await keep.press('Enter')
    await expect.poll(() => hasFocus(takeBack)).toBe(true)
    await takeBack.press('Enter')
    await page.getByRole('button', { name: 'Take it back' }).press('Enter')
    await toastWith(page, 'Taken back')
    // Whoever works by keyboard goes on from the import that is taken back.
    const imports = page.getByRole('region', { name: 'What was imported' }).getByRole('listitem')
    await expect.poll(() => hasFocus(imports.filter({ hasText: 'september.csv' }))).toBe(true)
    expect(await product.query('select 1 from ad_spend')).toEqual([])
    expect(problems).toEqual([])
  })

  it('says before it is taken back that Meta is read no more, and that a script goes on', async () => {
    const product = await runProduct()
    onTestFinished(product.end)
    for (const [source, name] of [
      ['meta', 'Coach’s account'],
      ['script', 'Google Ads'],
    ])
      await product.query(
        `insert into ad_spend_imports (id, source, source_key, name, made_at, committed_at)
        values (gen_random_uuid(), $1, $1, $2, now(), now())`,
        [source, name],
      )
    const { page, context } = await openDashboard(browser, product.url, {
      search: '?tab=ads&part=spend',
      size,
    })
    onTestFinished(() => context.close())
    const imports = page.getByRole('region', { name: 'What was imported' }).getByRole('listitem')
    const ofMeta = imports.filter({ hasText: 'Coach’s account' })
    await ofMeta.getByRole('button', { name: 'Take back' }).click()
    await ofMeta.getByText('It is not read any more until you have it read again.').waitFor()
    const ofScript = imports.filter({ hasText: 'Google Ads' })
    await ofScript.getByRole('button', { name: 'Take back' }).click()
    await ofScript.getByText('It brings the last days again when it runs next.').waitFor()
  })

  it('asks nothing twice of a file where the network fails in between', async () => {
    const product = await runProduct()
    onTestFinished(product.end)
    const { page, context } = await openDashboard(browser, product.url, {
      search: '?tab=ads&part=spend',
      size,
    })
    onTestFinished(() => context.close())
    await page.getByLabel('File of ad spend').setInputFiles(csv('raportti.csv', unknown))
    await page.getByLabel('Day (or first day)').selectOption('Päivä')
    await page.getByLabel('Amount spent').selectOption('Kulutus')
    await page.getByLabel('Ad', { exact: true }).selectOption('Mainos')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/ad-spend/imports', async (route) => {
      await held.promise
      await route.abort()
    })
    const send = page.getByRole('button', { name: 'Read the file' })
    await send.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Reading…' }))).toBe(true)
    expect(await page.getByLabel('Amount spent').inputValue()).toBe('Kulutus')
    held.resolve()
    await page.getByText('The server cannot be reached.').waitFor()
    await page.unroute('**/api/ad-spend/imports')
    await send.press('Enter')
    await page.getByRole('button', { name: 'Meta', exact: true }).click()
    await page.getByLabel('Currency', { exact: true }).waitFor()
  })

  it('comes by a script with a key, and in a currency of its own rate', async () => {
    const product = await runProduct()
    onTestFinished(product.end)
    const { page, context, problems } = await openDashboard(browser, product.url, {
      search: '?tab=ads&part=spend',
      size,
    })
    onTestFinished(() => context.close())
    await page.getByLabel('Name of the key').fill('Google Ads script')
    // Whoever works by keyboard is never left nowhere: each button here goes with what it did.
    const title = (name: string) => page.getByRole('heading', { name })
    await page.getByRole('button', { name: 'Make a key' }).press('Enter')
    await expect.poll(() => hasFocus(page.getByText('This key is shown only now.'))).toBe(true)
    const script = await page.getByLabel('The script for Google Ads').inputValue()
    expect(script).toContain(`var ADDRESS = "${product.url}/api/ad-spend/rows"`)
    const key = /var KEY = "(spend_[\w-]{43})"/.exec(script)?.[1] ?? ''
    expect(key).not.toBe('')
    await expectSound(page)
    await lookAtResults(page)
    expect(await page.getByLabel('The script for Google Ads').inputValue()).toBe(script)
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await expect.poll(() => hasFocus(title('Google Ads spend, every day'))).toBe(true)
    await lookAtResults(page)
    await page.getByLabel('Name of the key').waitFor()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke Google Ads script' }).click()
    await page.getByRole('button', { name: 'Revoke it now' }).press('Enter')
    await toastWith(page, 'Revoked')
    const keys = page.getByRole('list', { name: 'Import keys' }).getByRole('listitem')
    await expect.poll(() => hasFocus(keys)).toBe(true)

    await page.getByLabel('One', { exact: true }).fill('eur')
    await page.getByLabel('is', { exact: true }).fill('1.08 USD')
    const digitsAlone = page.getByText('Write the rate in digits alone, such as 1.08.')
    await digitsAlone.waitFor()
    await page.getByLabel('is', { exact: true }).fill('1,085')
    await digitsAlone.waitFor({ state: 'detached' })
    await page.getByText('Is it 1.085 or 1085?').waitFor()
    expect(await page.getByRole('button', { name: 'Set the rate' }).isDisabled()).toBe(true)
    await page.getByLabel('of', { exact: true }).fill('usd')
    const aboveZero = page.getByText('Write the rate as one number above zero, such as 1.08.')
    for (const typed of ['0', '1.2.3']) {
      await page.getByLabel('is', { exact: true }).fill(typed)
      // It may be half of one for as long as it is being typed.
      expect(await aboveZero.count()).toBe(0)
      await page.keyboard.press('Tab')
      await aboveZero.waitFor()
    }
    await page.getByLabel('is', { exact: true }).fill('1,08')
    await aboveZero.waitFor({ state: 'detached' })
    // The next one may be typed while results are read again.
    const isTyped = Promise.withResolvers<void>()
    await page.route('**/api/ad-spend/rates', async (route) => {
      await isTyped.promise
      await route.continue()
    })
    const set = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Set the rate' }).click()
    await set
    await page.getByLabel('One', { exact: true }).fill('gbp')
    isTyped.resolve()
    await page.getByText('1 EUR = 1.08 USD').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Set the rate' }).isEnabled()).toBe(true)
    expect(await page.getByLabel('One', { exact: true }).inputValue()).toBe('GBP')
    await page.getByRole('button', { name: 'Remove the rate of EUR' }).press('Enter')
    await page.getByText('1 EUR = 1.08 USD').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(title('Several currencies'))).toBe(true)
    await expectSound(page)
    expect(problems).toEqual([])
  })
})

ordinaryTest('tells of a key that is made, used and revoked while the screen is open', async () => {
  const product = await runProduct()
  onTestFinished(product.end)
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=ads&part=spend' })
  onTestFinished(() => context.close())
  await page.getByLabel('Name of the key').waitFor()
  await page.getByText(/^live/).waitFor()
  const elsewhere = await product.owner()
  const { body } = await elsewhere.post('/api/ad-spend/keys', { name: 'The agency’s script' })
  const row = page.getByRole('listitem').filter({ hasText: 'The agency’s script' })
  await row.getByText('never used').waitFor()
  const authorization = `Bearer ${body.key}`
  const brought = await product.browser().post('/api/ad-spend/rows', { rows: [] }, { authorization })
  expect(brought.status).toBe(200)
  await row.getByText('last used').waitFor()
  expect((await elsewhere.send('DELETE', `/api/ad-spend/keys/${body.made.id}`)).status).toBe(200)
  await row.getByText('revoked').waitFor()
})
