import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { phone } from './test-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium of this run. */
    chromium: string
  }
}

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The small Chromium would set letters on whole pixels, which no phone does and which makes some lines wider.
  '--font-render-hinting=none',
  // No host but this machine is there. Routing every request to see where it goes would also do without the cache.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // The empty page of a new window and what it then opens are drawn by one process: else each visit starts two, which is a third
  // of its processor time.
  '--renderer-process-limit=1',
  '--in-process-gpu',
]

// One for all files of a worker: starting one takes as long as a short test. It ends with the worker's process.
let shared: Promise<Browser> | undefined

/** A Chromium of one's own, as far as anyone can tell: closing it closes the visits that were opened with it. */
export async function openChromium(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launch()
  const browser = await shared
  if (!browser) throw new Error('Chromium did not start')
  const opened = new Set<BrowserContext>()
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options)
    opened.add(context)
    context.once('close', () => opened.delete(context))
    return context
  }
  const close = async () => {
    await Promise.all([...opened].map((context) => context.close()))
  }
  const own: Partial<Browser> = { newContext, close }
  return new Proxy(browser, {
    get(target, name) {
      const found: unknown = Reflect.get(name in own ? own : target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

const launch = () => chromium.launch({ executablePath: inject('chromium'), args: QUIET })

/** A person at a phone (390 × 844, inside an in-app browser) or at a desk; no outside host can be reached. */
export async function openVisitor(
  browser: Browser,
  options: {
    size?: { width: number; height: number }
    javaScript?: boolean
    userAgent?: string
    hasTouch?: boolean
  } = {},
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: options.size ?? { width: 390, height: 844 },
    javaScriptEnabled: options.javaScript ?? true,
    hasTouch: options.hasTouch ?? false,
    userAgent: options.userAgent ?? phone,
    reducedMotion: 'reduce',
  })
  // How long a page takes on a busy machine is nothing that a test of it asserts.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security.Policy|Refused to/i.test(message.text()))
      problems.push(message.text())
  })
  return { context, page, problems }
}

const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong on the page as it stands: rule and place, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Run as the browser's own debugger would: the page's policy forbids inline scripts, as it should.
  const session = await page.context().newCDPSession(page)
  const { result: kind } = await session.send('Runtime.evaluate', { expression: 'typeof axe' })
  // A page that is looked at again has it already.
  if (kind.value === 'undefined') await session.send('Runtime.evaluate', { expression: axe })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { resultTypes: ['violations'] }).then((found) => JSON.stringify(
      found.violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ' at ' + node.target.join(' ')))))`,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  return JSON.parse(String(result.value))
}

/** Whether anything makes the page wider than its window. */
export const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** How much the page has jumped since it was opened, as browsers count it (cumulative layout shift). */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          // Not in TypeScript's DOM types.
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      }),
  )

/** Holds a script of the site back, as a slow network would, until what it returns is called. */
export async function holdAsset(context: BrowserContext, name: string): Promise<() => void> {
  let come: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  await context.route(`**/assets/${name}-*.js`, async (route) => {
    await held
    await route.continue()
  })
  return come
}

/** Touches the page and waits until all that a visitor does on it is alive. */
export async function comesAlive(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await page.locator('[data-island]:not([data-alive])').first().waitFor({ state: 'detached' })
}

/** Has the clock of a page that is not opened yet stand still, on 2026-11-22 at 10:00:01 UTC; `clock.runFor` moves it. */
export async function stillClock(page: Page): Promise<void> {
  // It runs until it is stopped, and refuses to be stopped at a moment that has passed: with less than an hour in between, a
  // busy machine comes too late.
  await page.clock.install({ time: new Date('2026-11-22T09:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-22T10:00:01Z'))
}

// Each says that something is under way, for as long as it is.
const TELLING = ['call-nears', 'press-waits', 'skeleton-breathe', 'spin']

/** What goes on moving for more than five seconds, where motion is welcome: nobody could stop it (WCAG 2.2.2). */
export async function lastingMotions(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const names = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 5000)
      .map((animation) => String(Reflect.get(animation, 'animationName') ?? animation.constructor.name)),
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return names.filter((name) => !TELLING.includes(name))
}
