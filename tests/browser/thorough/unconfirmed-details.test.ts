// A sample of it is in tests/browser/lead-notes.test.ts.
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard, toastWith, windows } from '#support/owner-dashboard.ts'

const site = await browseProduct()

describe.each(windows)('details that came with a known email from another browser, %s', (_device, size) => {
  it('stand in the lead’s detail, are confirmed or parted by one press, and either can follow the other', async () => {
    const { product, browser } = site
    const email = `wanda${size.width}@example.com`
    const own = { name: 'Wanda Own', email, phone: '(202) 555-0143', page: '/meme' }
    await product.browser().post('/api/capture-lead', own)
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ size, search: '?tab=leads' },
    })
    await page.getByRole('link', { name: own.name }).first().click()
    const dialog = page.getByRole('dialog')
    const badge = page.getByText('Unconfirmed', { exact: true })
    await dialog.getByText('Became a lead', { exact: true }).waitFor()
    expect(await dialog.getByText('Details changed, unconfirmed').count()).toBe(0)
    expect(await badge.count()).toBe(0)
    // It appears by itself while the owner looks at the lead.
    await product.browser().post('/api/capture-lead', {
      ...{
        ...own,
        name: 'Wanda Married',
        phone: '(202) 555-0199',
        page: '/freetraining',
        utm_source: 'ig',
      },
    })
    const section = dialog.getByRole('region', { name: 'Details changed, unconfirmed' })
    await section.getByText('Wanda Married', { exact: true }).waitFor()
    expect(await section.getByText('now: Wanda Own').isVisible()).toBe(true)
    expect(await section.getByText(/, from Instagram$/).isVisible()).toBe(true)
    await expectSound(page)
    // The list tells of it, too, for whoever did not open the lead.
    await page.keyboard.press('Escape')
    await badge.waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: own.name }).first().click()

    await section.getByRole('button', { name: 'The same person as Wanda Married' }).press('Enter')
    await toastWith(page, 'The same person')
    await dialog.getByRole('heading', { name: 'Wanda Married' }).waitFor()
    const decided = dialog.getByRole('region', { name: 'Other browsers with this email' })
    await decided.getByText('is this person').waitFor()
    await badge.waitFor({ state: 'detached' })
    await expectSound(page)

    await decided.getByRole('button', { name: /^Somebody else after all/ }).click()
    await toastWith(page, 'Somebody else')
    await dialog.getByRole('heading', { name: 'Wanda Own' }).waitFor()
    await decided.getByText('is somebody else').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})
