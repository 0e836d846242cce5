import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'

/** What a page costs a slow phone before and while its islands come, in KB (Brotli) and ms. */
export type SlowPhone = {
  /** Scripts before the islands. */
  before: number
  react: number
  /** The islands' own scripts. */
  islands: number
  /** The longest task of the same page with its scripts blocked: the browser's own work. */
  longestStatic: number
  /** The longest task until the islands' scripts are asked for, and from then on. */
  longestBefore: number
  longestAfter: number
  /** From the first tap until the lead dialog can be seen: before and after the islands have come; NaN without a dialog. */
  tapBefore: number
  tapAfter: number
  /** When the largest thing on the screen was drawn, with its scripts and with them blocked. */
  painted: number
  paintedStatic: number
}

// A phone of a few years ago in a train: slow 4G as Lighthouse has it, and a processor four times slower than this one.
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU = 4
const OPENER = 'a[href="#access"]'

/**
 * Opens a page with nothing cached on such a phone: once without its scripts, once left alone, and once tapped as soon
 * as it can be seen.
 */
export async function measureOnSlowPhone(executablePath: string, url: string): Promise<SlowPhone> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const plain = await open(browser, url, { scripts: false })
    await settle(plain.page)
    const ownTasks = await tasksOf(plain.page)
    const paintedStatic = await paintOf(plain.page)
    await plain.close()
    const idle = await open(browser, url)
    await settle(idle.page)
    const asked = await idle.page.evaluate(() => {
      // The first script of each island is its own: nothing else loads it.
      const own = new Set(
        [...document.querySelectorAll<HTMLElement>('[data-scripts]')].map(
          ({ dataset }) => new URL(dataset.scripts?.split(' ')[0] ?? '', location.href).href,
        ),
      )
      const starts = performance.getEntriesByType('resource').filter(({ name }) => own.has(name))
      return starts.length > 0 ? Math.min(...starts.map(({ startTime }) => startTime)) : undefined
    })
    const tasks = await tasksOf(idle.page)
    const painted = await paintOf(idle.page)
    const longest = (among: { ms: number }[]) => Math.max(0, ...among.map(({ ms }) => ms))
    const early = tasks.filter(({ at }) => asked === undefined || at < asked)
    const sizes = { before: 0, react: 0, islands: 0 }
    for (const { name, at, bytes } of await idle.scripts()) {
      if (/\/react-[^/]+\.js$/.test(name)) sizes.react += bytes
      else if (asked === undefined || at < asked) sizes.before += bytes
      else sizes.islands += bytes
    }
    const hasDialog = (await idle.page.locator(OPENER).filter({ visible: true }).count()) > 0
    const tapAfter = hasDialog ? await tap(idle.page) : Number.NaN
    await idle.close()
    let tapBefore = Number.NaN
    if (hasDialog) {
      const early = await open(browser, url)
      tapBefore = await tap(early.page)
      await early.close()
    }
    return {
      ...sizes,
      longestStatic: longest(ownTasks),
      longestBefore: longest(early),
      longestAfter: longest(tasks.filter((task) => !early.includes(task))),
      tapBefore,
      tapAfter,
      painted,
      paintedStatic,
    }
  } finally {
    await browser.close()
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(2000)
}

/** What a page notes of itself: its long tasks, and when ever larger things were drawn. */
type Noted = { tasks: { at: number; ms: number }[]; paints: number[] }

const tasksOf = (page: Page) => page.evaluate(() => (window as unknown as Noted).tasks)
const paintOf = (page: Page) => page.evaluate(() => (window as unknown as Noted).paints.at(-1) ?? Number.NaN)

async function open(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  url: string,
  { scripts = true }: { scripts?: boolean } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await context.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) => route.abort())
  if (!scripts) await context.route(/\.js$/, (route) => route.abort())
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  await page.addInitScript(() => {
    const tasks: { at: number; ms: number }[] = []
    const paints: number[] = []
    Object.assign(window, { tasks, paints })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) paints.push(startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(url, { waitUntil: 'commit' })
  return {
    page,
    close: () => context.close(),
    async scripts() {
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ name, startTime }) => ({ name, at: startTime })),
      )
      return Promise.all(
        loaded.map(async ({ name, at }) => ({
          name,
          at,
          bytes: compressed(await (await fetch(name)).text()) / 1024,
        })),
      )
    },
  }
}

/** Taps what opens the lead dialog, and returns after how many milliseconds it can be seen. */
async function tap(page: Page): Promise<number> {
  const opener = page.locator(OPENER).filter({ visible: true }).first()
  await opener.waitFor()
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'pointerdown',
          (press) => {
            const look = () => {
              const dialog = document.getElementById('access')
              if (dialog && dialog.getBoundingClientRect().height > 0)
                resolve(performance.now() - press.timeStamp)
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          },
          { once: true, capture: true },
        )
      }),
  )
  await opener.tap()
  return seen
}

const compressed = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
