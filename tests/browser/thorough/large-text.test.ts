// A sample of it is in tests/browser/dashboard.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { isWiderThanWindow } from '#support/chromium.ts'
import { openDashboard } from '#support/owner-dashboard.ts'
import { tabs } from '#web/dashboard/shell/tabs.ts'

const { product, browser } = await browseProduct()
for (const name of ['Ann Okonkwo', 'Bartholomew Featherstonehaugh-Lindqvist']) {
  const visitor = product.browser()
  await visitor.post('/api/visitors/page-view', { path: '/meme?utm_source=tiktok&utm_campaign=spring' })
  await visitor.post('/api/capture-lead', {
    ...{ name, email: `${name.split(' ')[0]}@example.com`, phone: '202-555-0143', page: '/meme' },
  })
}

it('with letters twice as large a phone shows every tab whole, and none has to be pushed sideways', async () => {
  const { page, context } = await openDashboard(browser, product.url, { size: { width: 390, height: 844 } })
  for (const { name } of tabs) {
    await page.goto(`${product.url}/analytics?tab=${name}&range=all`)
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
    await page.getByRole('region').first().waitFor()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    // The chart and the lists are drawn again for the room that is left.
    await expect.poll(() => isWiderThanWindow(page), { message: name }).toBe(false)
    // What stays at the foot hides all that is scrolled below it.
    const ends = await page
      .locator('[data-foot]')
      .evaluateAll((feet) => feet.map((foot) => Math.round(foot.getBoundingClientRect().right)))
    const width = await page.evaluate(() => Math.round(document.body.getBoundingClientRect().right))
    expect(
      ends.filter((end) => end < width),
      name,
    ).toEqual([])
  }
  // Nothing lies over anything else in the head of the page.
  await page.goto(`${product.url}/analytics?tab=overview&range=all`)
  await page.getByRole('region', { name: 'Summary' }).getByText('2', { exact: true }).first().waitFor()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const active = await page.getByRole('banner').getByText('active now').boundingBox()
  const picker = await page.getByRole('button', { name: /^Date range/ }).boundingBox()
  if (!active || !picker) throw new Error('The head of the page is not there.')
  const isApart = picker.x >= active.x + active.width || picker.y >= active.y + active.height
  expect(isApart).toBe(true)
  // Every word of the chart stands within it.
  const outside = () =>
    page.getByRole('slider', { name: 'Traffic over time' }).evaluate((chart) => {
      const { left, right } = chart.getBoundingClientRect()
      return [...chart.querySelectorAll('text')]
        .filter((text) => {
          const box = text.getBoundingClientRect()
          return box.left < left - 1 || box.right > right + 1
        })
        .map(({ textContent }) => textContent)
    })
  await expect.poll(outside).toEqual([])
  await context.close()
})
