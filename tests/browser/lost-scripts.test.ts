import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor, stillClock } from '#support/chromium.ts'

const site = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana' }, adConsent: { ask: 'never' } }),
})

/** Opens a page whose network loses one of its scripts as often as that. */
async function openWithout(name: string, times: number) {
  const { context, page, problems } = await openVisitor(site.browser)
  let lost = 0
  await context.route(`**/assets/${name}-*.js*`, (route) => {
    lost += 1
    return lost > times ? route.continue() : route.abort()
  })
  const told: string[] = []
  page.on('request', (request) => told.push(new URL(request.url()).pathname))
  const views = () => told.filter((path) => path === '/api/visitors/page-view').length
  await page.goto(`${site.product.url}/meme`)
  return { context, page, problems, views, lost: () => lost }
}

async function opensDialog(page: Page): Promise<void> {
  await comesAlive(page)
  await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
  await page.locator('#access:modal').waitFor()
}

it.each([
  ['what brings it to life', 'islands'],
  ['what counts its visit', 'tracker'],
])('a page whose network loses %s is alive and counted all the same, once', async (_what, name) => {
  const { context, page, problems, views, lost } = await openWithout(name, 2)
  await opensDialog(page)
  await expect.poll(views).toBe(1)
  expect(lost()).toBeGreaterThan(2)
  await page.locator('[data-island][data-alive] #access').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it('a page comes to life after its server was away for longer than it takes to be started again', async () => {
  const { context, page, problems } = await openVisitor(site.browser)
  await stillClock(page)
  let isAway = true
  await context.route('**/assets/islands-*.js*', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(`${site.product.url}/meme`)
  for (let second = 0; second < 45; second += 1) await page.clock.runFor(1000)
  isAway = false
  await expect
    .poll(() => page.clock.runFor(4000).then(() => page.locator('[data-island][data-alive] #access').count()))
    .toBe(1)
  expect(problems).toEqual([])
  await context.close()
})

it('a page that is whole asks for none of its scripts twice and counts one view', async () => {
  const { context, page, views, lost } = await openWithout('islands', 0)
  await opensDialog(page)
  await expect.poll(views).toBe(1)
  expect(lost()).toBe(1)
  await context.close()
})
