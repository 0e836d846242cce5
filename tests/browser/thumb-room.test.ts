import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { type OwnerDashboard, openDashboard } from '#support/owner-dashboard.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { smallTargets } from '#support/small-targets.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana', email: 'help@coach.example' } }),
})
const phone = { width: 390, height: 844 }

const details = { name: 'Grace Okafor-Lindqvist', email: 'grace@example.com', phone: '(202) 555-0143' }

const paths = [
  ...['/', '/freetraining', '/freetraining2', '/freetrainingc', '/meme', '/meme2', '/lander-college'],
  ...['/lander-hack', '/apply', '/thankyoucall', '/thankyoucallb', '/thankyoucallc', '/qualified'],
  ...['/bookstrategy', '/booking', '/callbooked', '/builder', '/trainingportal', '/terms', '/no-such-page'],
]

describe('with a thumb', () => {
  it.each(shareOf(paths, 10))('%s can be pressed', async (path) => {
    const { context, page } = await openVisitor(browser, { size: phone })
    await page.goto(product.url + path)
    await page.waitForLoadState('load')
    expect(await smallTargets(page)).toEqual([])
    await context.close()
  })

  thoroughTest('a call is booked and moved', async () => {
    const { context, page } = await openVisitor(browser, { size: phone })
    await page.goto(`${product.url}/bookstrategy`)
    await comesAlive(page)
    await page.locator('.slot-time').first().click()
    expect(await smallTargets(page)).toEqual([])
    await page.getByLabel('Full Name').fill(details.name)
    await page.getByLabel('Email Address').fill('calls@example.com')
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.getByRole('link', { name: 'Move or cancel this call' }).click()
    await page.locator('.slot-time').first().waitFor()
    expect(await smallTargets(page)).toEqual([])
    await context.close()
  })
})

describe('the dashboard on a phone', () => {
  let opened: OwnerDashboard
  beforeAll(async () => {
    opened = await openDashboard(browser, product.url, { size: phone })
  })
  afterAll(() => opened?.context.close())

  ordinaryTest('its tabs stand beside each other', async () => {
    const { page } = opened
    await page.goto(`${product.url}/analytics?tab=overview`)
    const tabs = page.getByRole('navigation').first().getByRole('link')
    await tabs.first().waitFor()
    const boxes = await tabs.evaluateAll((links) =>
      links.map((link) => ({
        left: link.getBoundingClientRect().left,
        end: link.getBoundingClientRect().left + link.scrollWidth,
      })),
    )
    expect(boxes.length).toBeGreaterThanOrEqual(8)
    for (const [index, { left }] of boxes.entries())
      expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.end ?? 0)
  })
})
