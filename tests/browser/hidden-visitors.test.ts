import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard, windowsOfRun } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct()

it.each(windowsOfRun)(
  'says on each screen of numbers how many visitors are hidden, with one tap to them, %s',
  async (_device, size) => {
    const owner = await product.owner()
    for (const path of ['/meme', '/meme', '/freetraining'])
      await product.browser().post('/api/visitors/page-view', { path })
    const hidden = async () =>
      Number((await owner.get('/api/visitors?range=all&hidden=true')).headers.get('x-total-count'))
    for (const { id } of (await owner.get('/api/visitors?range=all&page=/meme')).body)
      await owner.send('PUT', `/api/visitors/${id}/exclude`, {
        body: '{"excluded":true}',
        headers: { 'content-type': 'application/json' },
      })
    const { page, context, problems } = await openDashboard(browser, product.url, {
      size,
      search: '?tab=visitors&range=all',
    })
    const many = await hidden()
    expect(many).toBeGreaterThan(2)
    const rows = page.getByRole('region', { name: 'Visitors' })
    await page.getByRole('switch', { name: `Show who is not counted (${many})` }).click()
    await rows.getByText(`${many} visitors`, { exact: true }).waitFor()
    await expectSound(page)
    await page.goto(`${product.url}/analytics?tab=visitors&range=all&page=/meme`)
    await page.getByRole('switch', { name: 'Show who is not counted', exact: true }).click()
    await rows.getByText('2 visitors', { exact: true }).waitFor()

    for (const tab of ['overview', 'pages', 'ads']) {
      await page.goto(`${product.url}/analytics?tab=${tab}&range=all`)
      const line = page.getByRole('link', { name: `${many} visitors are not counted` })
      await line.waitFor()
      await expectSound(page)
      await line.click()
      await rows.getByText(`${many} visitors`, { exact: true }).waitFor()
      await page.getByRole('switch', { name: 'Show who is not counted', checked: true }).waitFor()
    }
    expect(problems).toEqual([])
    await context.close()
  },
)

it.each(windowsOfRun)('tells in one line who is not counted yet, %s', async (_device, size) => {
  await product.browser().post('/api/visitors/track', { path: '/meme' })
  const { page, context } = await openDashboard(browser, product.url, { size, search: '?tab=visitors' })
  const words = page.getByText('1 not counted yet')
  await words.waitFor()
  const lines = await words.evaluate((element) => {
    const { lineHeight } = getComputedStyle(element)
    return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight))
  })
  expect(lines).toBe(1)
  await expectSound(page)
  await context.close()
})
