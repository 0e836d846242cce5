// A sample of it is in src/web/dashboard/api/read-from.test.ts.
import { expect, it } from 'vitest'
import { readAgeHeader, readFromHeader } from '#contract/read-from.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { expectSound, openDashboard, windows } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct()

// What a real replica says, and when: tests/durability/replica.test.ts. Here its words travel with the product's answers.
it.each(windows)(
  'of a replica that is behind says as of when, and no more once it has caught up, %s',
  async (_device, size) => {
    const { page, context } = await openDashboard(browser, product.url, { size, search: '' })
    let seconds = 0
    await page.route('**/api/**', async (route) => {
      const answer = await route.fetch().catch(() => null)
      if (!answer) return route.abort()
      const told = { [readFromHeader]: 'replica', [readAgeHeader]: String(seconds) }
      await route.fulfill({ response: answer, headers: { ...answer.headers(), ...told } })
    })
    const notice = page.getByRole('status').filter({ hasText: 'Numbers and lists are a little behind' })
    const open = (tab: string) => page.goto(`${product.url}/analytics?tab=${tab}`)

    seconds = 4
    await open('visitors')
    await page.getByText('No visitors').first().waitFor()
    expect(await notice.count()).toBe(0)
    seconds = 30
    await open('pages')
    await notice.waitFor()
    expect(await notice.textContent()).toMatch(/As\sof \d?\d:\d\d.*, (29|3\d|4\d|5\d|6\d) s ago\./)
    await expectSound(page)
    seconds = 0
    await open('visitors')
    await notice.waitFor({ state: 'detached' })
    // Calls that are under way when the context closes have nobody to be answered to.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  },
)
