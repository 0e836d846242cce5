import { afterAll, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { manyCalls, runVoiceProduct } from '#support/voice-product.ts'

const content = SiteContent.parse({ brand: { coach: 'Ana' }, calls: manyCalls })
const environment = { PUBLIC_URL: 'https://coach.example' }
const site = await browseProduct({ content, environment })
const calling = await runVoiceProduct({ content, environment })
afterAll(() => calling.end())

const { title, trouble } = content.thankyoucall.call.none
const promises: [string, string][] = [
  ['/thankyoucall', content.thankyoucall.call.text],
  ['/thankyoucallb', content.thankyoucallb.call.text],
  ['/qualified', content.qualified.headline],
]

it.each(promises)(
  '%s announces no call that nothing can place, before its scripts and without an answer',
  async (path, promise) => {
    const plain = await openVisitor(site.browser, { javaScript: false })
    await plain.page.goto(site.product.url + path)
    expect(await plain.page.locator('main').textContent()).toContain(trouble)
    expect(await plain.page.locator('main').textContent()).not.toContain(promise)
    await plain.context.close()
    const { context, page, problems } = await openVisitor(site.browser)
    await page.route('**/api/calls/state', (route) => route.abort())
    const isUnanswered = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/api/calls/state'))
    await page.goto(site.product.url + path)
    await comesAlive(page)
    await isUnanswered
    expect(await page.locator('main').textContent()).toContain(title)
    expect(await page.locator('main').textContent()).toContain(trouble)
    expect(await page.locator('main').textContent()).not.toContain(promise)
    expect(problems).toEqual([])
    await context.close()
  },
)

it.each(promises)('%s announces the call where an agent is connected', async (path, promise) => {
  const { context, page } = await openVisitor(site.browser, { javaScript: false })
  await page.goto(calling.url + path)
  expect(await page.locator('main').textContent()).toContain(promise)
  await context.close()
})
