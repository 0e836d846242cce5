import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { loadRenderer } from '#server/pages/site-build.ts'
import { brokenWords } from '#support/broken-words.ts'
import {
  accessibilityProblems,
  comesAlive,
  isWiderThanWindow,
  lastingMotions,
  layoutShift,
  openChromium,
  openVisitor,
} from '#support/chromium.ts'
import { calendarLink } from '#support/fake-calendar.ts'
import { portalContent } from '#support/portal-content.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'
import { safari, trainingContent } from '#support/training-site.ts'

/** Everything the owner can connect is connected; the other product has nothing but defaults. */
const complete = SiteContent.parse({
  ...trainingContent,
  brand: { coach: 'Ana', program: 'The Program', email: 'help@coach.example' },
  calendar: { link: calendarLink },
  builder: { offer: { checkout: 'https://checkout.example/pay' } },
  portal: portalContent().portal,
})
complete.freetraining.video.chapters = '0:00 An idea in one sentence\n14:10 What comes next'

let product: RunningProduct
let bare: RunningProduct
let browser: Browser

beforeAll(async () => {
  ;[product, bare] = await Promise.all([runProduct({ content: complete }), runProduct()])
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
  await bare?.end()
})

type Opening = { dialog: string; open(page: Page): Promise<void> }
const access = (selector = 'a[href="#access"]'): Opening => ({
  dialog: '#access',
  open: (page) => page.locator(selector).filter({ visible: true }).first().click(),
})

/** Every public page (docs/spec.md, 'Pages'), with the dialogs it can open. */
const pages: [string, ...Opening[]][] = [
  ['/', access()],
  [
    '/freetraining',
    access(),
    {
      dialog: '#application',
      async open(page) {
        await comesAlive(page)
        await page.clock.fastForward(856_000)
        await page.locator('.next-apply .apply-button').click()
      },
    },
  ],
  ['/freetraining2', access()],
  ['/freetrainingc', access('.play')],
  ['/meme', access()],
  ['/meme2', access()],
  ['/lander-college', access()],
  ['/lander-hack', access()],
  ['/apply'],
  ['/thankyoucall', { dialog: '#booking', open: (page) => page.locator('.book-button').click() }],
  ['/thankyoucallb', { dialog: '#booking', open: (page) => page.locator('.book-button').click() }],
  ['/thankyoucallc'],
  ['/qualified'],
  ['/bookstrategy'],
  ['/callbooked'],
  ['/builder'],
  ['/trainingportal'],
  ['/terms'],
  ['/privacy'],
]
const paths = pages.map(([path]) => path)
const openings = pages.flatMap(([path, ...dialogs]) => dialogs.map((one) => [path, one.dialog, one] as const))

const phone = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

const looks = [
  { from: () => product, size: phone },
  { from: () => product, size: desktop },
  { from: () => bare, size: phone },
  { from: () => bare, size: desktop },
]
// Made of the parts of the page before: `npm run test:long` alone looks at them.
const alike = ['/freetraining2', '/freetrainingc', '/meme2', '/thankyoucallb', '/thankyoucallc']
const looksAt = (path: string) => shareOf(looks, alike.includes(path) ? 0 : 1)
// The same of a dialog that another page opens, too.
const sizesOf = ([path, dialog]: (typeof openings)[number]) =>
  shareOf([phone, desktop], openings.find((one) => one[1] === dialog)?.[0] === path ? 1 : 0)

async function open(path: string, options: { size?: typeof phone; from?: RunningProduct } = {}) {
  const visit = await openVisitor(browser, { userAgent: safari, size: options.size ?? phone })
  await visit.context.clock.install()
  await visit.page.goto((options.from ?? product).url + path)
  await visit.page.waitForLoadState('load')
  return visit
}

/** Text twice as large, as a browser's own setting makes it. */
const doubleText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

/** Words that are cut off by the box they stand in, whatever its size. */
const cutWords = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluate((place) => {
    const isCut = (element: Element) => {
      const style = getComputedStyle(element)
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (
        element.closest('.unseen, iframe, svg, [role=img], [aria-hidden=true]') ||
        style.clipPath !== 'none'
      )
        return false
      const tooWide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      const tooTall = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1
      return (tooWide || tooTall) && element.clientWidth > 1 && (element.textContent ?? '').trim() !== ''
    }
    return [...place.querySelectorAll('*')].filter(isCut).map((element) => element.outerHTML.slice(0, 120))
  })

/** What moves by itself although the visitor wants no motion. */
const motions = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1)
      .map((animation) => Reflect.get(animation, 'animationName') ?? animation.constructor.name),
  )

describe('every public page', () => {
  ordinaryTest('is in this table', async () => {
    const { publicPaths } = await loadRenderer(new URL('../../dist', import.meta.url).pathname)
    expect([...paths].sort()).toEqual([...publicPaths].sort())
  })

  it.each(paths.filter((path) => looksAt(path).length > 0))(
    '%s is clean for axe, fits 320 px, stands still and takes doubled text',
    async (path) => {
      for (const { from, size } of looksAt(path)) {
        const { context, page, problems } = await open(path, { from: from(), size })
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
        expect(await accessibilityProblems(page)).toEqual([])
        expect(await isWiderThanWindow(page)).toBe(false)
        expect(await motions(page)).toEqual([])
        expect(await lastingMotions(page)).toEqual([])
        await doubleText(page)
        expect(await isWiderThanWindow(page)).toBe(false)
        expect(await cutWords(page, 'body')).toEqual([])
        expect(problems).toEqual([])
        await context.close()
      }
    },
  )
})

ordinaryTest('no word is broken on a phone that shows everything twice as large', async () => {
  const { context, page } = await open('/', { size: { width: 195, height: 422 }, from: bare })
  for (const [path, ...places] of [
    ['/', 'main'],
    ['/meme', 'main', '.choice'],
    ['/meme2', 'main', '.captioned'],
    ['/builder', 'main'],
    ['/callbooked?isSuccessBookingPage=true&email=a%40b.co', 'main'],
    ['/trainingportal', '.tabs', '.path'],
  ] as const) {
    await page.goto(bare.url + path)
    for (const place of places)
      expect(await brokenWords(page, `${place} >> nth=0`), `${path} ${place}`).toEqual([])
    expect(await isWiderThanWindow(page), path).toBe(false)
  }
  // The portal, whose first video is still to come, says so in more lines than a film would be high.
  const cut = await page
    .locator('.screen-missing')
    .first()
    .evaluate((words) => {
      const screen = words.closest('.screen')?.getBoundingClientRect().top
      return screen === undefined || words.getBoundingClientRect().top < screen
    })
  expect(cut).toBe(false)
  await page.goto(`${product.url}/trainingportal`)
  expect(await brokenWords(page, '.desk-open')).toEqual([])
  // Nor where the letters alone are twice as large, as inside apps that follow the system's size.
  await page.setViewportSize(phone)
  await doubleText(page)
  expect(await brokenWords(page, '.desk-open')).toEqual([])
  for (const [path, ...places] of [
    ['/', 'main'],
    ['/meme', 'main', '.choice'],
    ['/meme2', 'main', '.captioned'],
    ['/builder', 'main'],
    ['/lander-college', 'h1'],
    ['/lander-hack', 'main'],
    ['/thankyoucall', 'main'],
    ['/trainingportal', '.tabs'],
  ] as const) {
    await page.goto(bare.url + path)
    await doubleText(page)
    for (const place of places)
      expect(await brokenWords(page, `${place} >> nth=0`), `${path} ${place}`).toEqual([])
    expect(await isWiderThanWindow(page), path).toBe(false)
  }
  // Nor there on the smallest phones.
  await page.setViewportSize({ width: 320, height: 568 })
  const booked = '/callbooked?isSuccessBookingPage=true&uid=small&startTime=2026-12-02T10:00:00Z'
  for (const [path, ...places] of [
    [booked, '.booked-error', '.ticket'],
    [`${booked}&email=a%40b.co`, 'h1', '.ticket h2'],
    ['/lander-college', '.note ul'],
    ['/trainingportal', '.path'],
  ] as const) {
    await page.goto(bare.url + path)
    await doubleText(page)
    await page.evaluate(() => document.fonts.ready)
    for (const place of places) {
      await page.locator(place).first().waitFor()
      expect(await brokenWords(page, `${place} >> nth=0`), `${path} ${place}`).toEqual([])
    }
    expect(await isWiderThanWindow(page), path).toBe(false)
  }
  await context.close()
})

ordinaryTest(
  'no word is broken where letters alone are twice as large on the smallest phones, inside an app',
  async () => {
    const { context, page } = await openVisitor(browser, { size: { width: 320, height: 568 } })
    for (const [from, path, ...places] of [
      [bare, '/thankyoucallc', '.way', '.foot-links'],
      [product, '/trainingportal', '.films', '.resources'],
      [product, '/freetraining', '.film-tools'],
      [bare, '/freetraining#application', '#application h2'],
    ] as const) {
      await page.goto(from.url + path)
      await comesAlive(page)
      await doubleText(page)
      await page.evaluate(() => document.fonts.ready)
      for (const place of places) {
        await page.locator(place).filter({ visible: true }).first().waitFor()
        expect(await brokenWords(page, `${place} >> nth=0`), `${path} ${place}`).toEqual([])
      }
      expect(await isWiderThanWindow(page), path).toBe(false)
    }
    await context.close()
  },
)

// Words over a picture or a video, which would jump with them.
const above = 'h1, .training-intro, .captioned .caption'

describe('every headline', () => {
  it.each(shareOf(paths))('of %s breaks into the same lines before its face has come', async (path) => {
    const heights = async (isFaceThere: boolean) => {
      const { context, page } = await openVisitor(browser, { userAgent: safari })
      if (!isFaceThere) await context.route('**/*.woff2', (route) => route.abort())
      await page.goto(bare.url + path)
      await page.evaluate(() => document.fonts.ready)
      const found: number[] = []
      for (const width of [320, 360, 390, 412, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        const heights = await page
          .locator(above)
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
        found.push(...heights)
      }
      await context.close()
      return found
    }
    const [before, after] = [await heights(false), await heights(true)]
    expect(after.length).toBeGreaterThanOrEqual(5)
    for (const [index, height] of after.entries())
      expect(Math.abs(height - (before[index] ?? 0))).toBeLessThanOrEqual(2)
  })
})

describe('every open dialog', () => {
  it.each(openings.filter((one) => sizesOf(one).length > 0))(
    'of %s, %s, is clean for axe, fits 320 px and stands still',
    async (path, dialog, opening) => {
      for (const size of sizesOf([path, dialog, opening])) {
        const { context, page } = await open(path, { size })
        await opening.open(page)
        await page.locator(`${dialog}[open]`).waitFor()
        expect(await accessibilityProblems(page)).toEqual([])
        expect(await isWiderThanWindow(page)).toBe(false)
        expect(await motions(page)).toEqual([])
        expect(await lastingMotions(page)).toEqual([])
        await doubleText(page)
        expect(await isWiderThanWindow(page)).toBe(false)
        expect(await cutWords(page, dialog)).toEqual([])
        const close = page.locator(dialog).locator('[class$=-close]')
        expect(await close.isVisible()).toBe(true)
        await context.close()
      }
    },
  )
})
