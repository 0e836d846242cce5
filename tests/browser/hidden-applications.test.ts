import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard, windowsOfRun } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct()

it.each(windowsOfRun)(
  'tells the owner who tried the application form where that application is, with one tap, %s',
  async (_device, size) => {
    const owner = await product.owner()
    const answers = { name: 'Ana Tries', phone: '+1 202 555 0143', problem: 'Only a test' }
    const sent = { responseId: randomUUID(), revision: 1, page: '/freetraining', answers }
    expect((await owner.post('/api/application/answers', sent)).status).toBe(200)
    const { page, context, problems } = await openDashboard(browser, product.url, {
      size,
      search: '?tab=leads&range=all',
    })
    const way = page.getByRole('link', { name: '1 application is not counted' })
    await way.click()
    const list = page.getByRole('list', { name: 'Applications' })
    await list.getByText('Ana Tries').first().waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'Back to the applications that count' }).click()
    await page.getByText('Nobody applied in this period').waitFor()
    await expectSound(page)
    await way.click()
    await list.getByText('Ana Tries').first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  },
)
