import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'
import { safari } from '#support/training-site.ts'

const site = await browseProduct()

/** Each lander with what it is made of, from left to right on a desktop. */
const landers: [string, ...string[]][] = [
  ['/meme', '.meme-picture', '.meme-act'],
  ['/lander-hack', '.hack-words', '.terminal'],
  ['/lander-college', '.note', '.chalk'],
  ['/meme2', '.meme-picture', '.meme-act'],
]

async function open(path: string, width: number, height: number, userAgent?: string) {
  const size = { width, height }
  const visit = await openVisitor(site.browser, { size, ...(userAgent && { userAgent }) })
  await visit.page.goto(site.product.url + path)
  return visit
}

/** Where something lies, tilting aside. */
const placeOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    if (element instanceof HTMLElement) element.style.transform = 'none'
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  })

const distance = (one: number, other: number) => Math.abs(one - other)

describe('a lander', () => {
  it.each(shareOf(landers))('%s shares its left edge with the footer', async (path, first) => {
    const { context, page } = await open(path, 320, 640)
    for (const [width, height] of [
      [320, 640],
      [390, 700],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const content = await placeOf(page, first ?? '')
      const copy = await placeOf(page, '.foot-copy')
      expect(distance(content.left, copy.left), `${width}`).toBeLessThanOrEqual(1)
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    await context.close()
  })

  it.each(shareOf(landers))(
    '%s fills a desktop from edge to edge of the container, in its middle',
    async (path, ...parts) => {
      const { context, page } = await open(path, 1440, 900)
      const [first, last] = await Promise.all(parts.map((part) => placeOf(page, part)))
      const links = await placeOf(page, '.foot-links')
      const foot = await placeOf(page, '.foot')
      if (!first || !last) throw new Error('no parts')
      expect([first.left, last.right].map(Math.round)).toEqual([160, 1280])
      expect(distance(last.right, links.right)).toBeLessThanOrEqual(1)
      const [top, bottom] = [Math.min(first.top, last.top), Math.max(first.bottom, last.bottom)]
      expect(bottom - top).toBeGreaterThan(foot.top * 0.65)
      expect(distance(top, foot.top - bottom), 'air above and below').toBeLessThanOrEqual(40)
      const act = await placeOf(page, 'main .button')
      expect(act.bottom).toBeLessThanOrEqual(900)
      await context.close()
    },
  )

  ordinaryTest.each([
    ['a phone', safari, [3]],
    ['an app’s browser', undefined, [2, 2]],
  ])('leaves no link of its footer alone on a line of %s', async (_where, userAgent, expected) => {
    const { context, page } = await open('/meme', 360, 700, userAgent)
    await page.locator('html[data-ad-choices]').waitFor()
    for (const width of [360, 375, 390, 430]) {
      await page.setViewportSize({ width, height: 700 })
      const tops = await page
        .locator('.foot-links a:visible')
        .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))
      const lines = [...new Set(tops)].map((line) => tops.filter((top) => top === line).length)
      expect(lines, `${width}`).toEqual(expected)
    }
    await context.close()
  })
})
