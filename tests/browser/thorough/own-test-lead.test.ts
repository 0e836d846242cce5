// A sample of it is in tests/browser/first-lead.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { sendLeadDialog } from '#support/lead-dialog.ts'
import { escapeDialog, expectSound, openDashboard, toastWith, windows } from '#support/owner-dashboard.ts'

// Connected to a CRM, which it never reaches: without one nothing is said of sending.
const site = await browseProduct({
  environment: { GHL_TOKEN: 'pit-test', GHL_LOCATION_ID: 'loc1', GHL_BASE_URL: 'http://127.0.0.1:9' },
})

it.each(windows)(
  'the owner’s own test lead carries a badge, is in no number, and is removed with one tap, %s',
  async (device, size) => {
    const owner = await site.product.owner()
    const { page, context, problems } = await openDashboard(site.browser, site.product.url, { size })
    await page.goto(`${site.product.url}/meme`)
    await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
    await sendLeadDialog(page, { name: 'Ana Tries', email: 'ana@coach.example' })
    await page.waitForURL('**/freetraining')

    expect((await owner.get('/api/analytics/summary?range=all')).body).toMatchObject({
      visitors: 0,
      pageViews: 0,
      leads: 0,
      conversionRate: 0,
    })
    await page.goto(`${site.product.url}/analytics?tab=leads`)
    await page.getByText('No Lead Data Yet').waitFor()
    await page
      .getByRole('link', { name: '1 lead is not counted: your own tests, or hidden by a block' })
      .click()
    await page.getByRole('link', { name: 'Ana Tries' }).waitFor()
    await page.getByText('Test', { exact: true }).waitFor()
    // A phone's row has room for the person; the rest stands in the details.
    if (device === 'at a desk') await page.getByText('Not sent', { exact: true }).waitFor()
    await expectSound(page)

    await page.getByRole('link', { name: 'Ana Tries' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It is not in any number, and it was not sent anywhere.').waitFor()
    await dialog.getByRole('button', { name: 'Send it to the CRM' }).waitFor()
    await expectSound(page)
    await escapeDialog(page)
    await page.goto(`${site.product.url}/analytics?tab=autotags`)
    await page.getByText('Your own test: it is sent once you ask for it.').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Ana Tries' }).click()
    await dialog.getByRole('button', { name: 'Remove this test' }).click()
    await toastWith(page, 'Test removed')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Every lead counts').waitFor()
    expect((await owner.get('/api/customers?range=all&hidden=true')).body).toEqual([])
    await page.getByRole('link', { name: 'Back to the leads that count' }).click()
    await page.getByText('No Lead Data Yet').waitFor()
    // What was read before the removal may be shown until both are read again.
    await page.getByText('not counted').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  },
)

it('a test whose removal takes its time leaves open what was opened meanwhile', async () => {
  const { page, context } = await openDashboard(site.browser, site.product.url)
  await page.goto(`${site.product.url}/meme`)
  await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
  await sendLeadDialog(page, { name: 'Ana Tries', email: 'ana@coach.example' })
  await page.waitForURL('**/freetraining')
  await site.product.browser().post('/api/capture-lead', {
    ...{ name: 'Bo Stays', email: 'bo@example.com', phone: '202-555-0143', page: '/meme' },
  })
  const id = await site.product.leadIdOf('ana@coach.example')
  await page.goto(`${site.product.url}/analytics?tab=leads&range=all&open=${id}`)
  const isOpened = Promise.withResolvers<void>()
  await page.route('**/api/people/*/erase', async (route) => {
    await isOpened.promise
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Remove this test' }).click()
  await escapeDialog(page)
  await page.getByRole('link', { name: 'Bo Stays' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bo Stays' })
  await dialog.waitFor()
  isOpened.resolve()
  await toastWith(page, 'Test removed')
  // All that is shown is read again first.
  await page.waitForTimeout(1500)
  expect(await dialog.count()).toBe(1)
  await context.close()
})
