import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { SiteContent } from '#contract/site-content.ts'

/*
 * Meta's own script cannot be had here. In its place stands one that takes calls as the real one does and reports
 * each as a picture request to www.facebook.com, so that the page's security policy is tested with it.
 */
const STAND_IN = `(() => {
  const fbq = window.fbq
  const tell = (...call) => { new Image().src = 'https://www.facebook.com/tr/?call=' + encodeURIComponent(JSON.stringify(call)) }
  fbq.callMethod = tell
  for (const call of fbq.queue.splice(0)) tell(...call)
})()`

/** A call of the pixel as its script took it. */
export type PixelCall = [string, string, Record<string, unknown>?, { eventID?: string }?]
/** A phone with the stand-in: what the pixel was told so far, what the console complains about, how often it loaded. */
export type PixelVisitor = {
  context: BrowserContext
  page: Page
  calls: PixelCall[]
  problems: string[]
  loaded: () => number
}

/** Content with an advert pixel, and a checkout for it to tell of. */
export const pixelContent = SiteContent.parse({
  pixel: { id: '123456789012345' },
  builder: { offer: { checkout: 'https://checkout.example/pay' } },
})

/** Opens a phone whose calls to the pixel are noted; every other outside host is blocked. */
export async function openPixelVisitor(
  browser: Browser,
  options: BrowserContextOptions & { pixel?: 'works' | 'blocked'; init?: string } = {},
): Promise<PixelVisitor> {
  const { pixel = 'works', init, ...settings } = options
  const context = await browser.newContext({
    viewport: { width: 390, height: 700 },
    timezoneId: 'America/Denver',
    reducedMotion: 'reduce',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ...settings,
  })
  context.setDefaultTimeout(90_000)
  if (init) await context.addInitScript(init)
  const calls: PixelCall[] = []
  const problems: string[] = []
  let loads = 0
  await context.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) => route.abort())
  await context.route('https://connect.facebook.net/**', (route) => {
    loads += 1
    if (pixel === 'blocked') return route.abort('blockedbyclient')
    return route.fulfill({ contentType: 'text/javascript', body: STAND_IN })
  })
  await context.route('https://www.facebook.com/tr/**', (route) => {
    calls.push(JSON.parse(new URL(route.request().url()).searchParams.get('call') ?? '[]'))
    return route.fulfill({ status: 200, contentType: 'image/gif', body: '' })
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) problems.push(message.text())
  })
  return { context, page, calls, problems, loaded: () => loads }
}

/** The events among the calls. */
export const tracked = (calls: PixelCall[]) => calls.filter(([verb]) => verb === 'track')
/** The events' names, in the order they were told. */
export const names = (calls: PixelCall[]) => tracked(calls).map(([, name]) => name)
/** The events' ids, in the order they were told. */
export const ids = (calls: PixelCall[]) => tracked(calls).map((call) => call[3]?.eventID ?? '')

/** Waits longer than the pixel waits for an idle page. */
export const settled = (page: Page) => page.waitForTimeout(1500)
