import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, isWiderThanWindow } from '#support/chromium.ts'
import { playerReadings, setVideoTime } from '#support/fake-player.ts'
import { shareOf, thoroughTest } from '#support/share-of.ts'
import {
  becomeLead,
  noon,
  openTrainee,
  play,
  stopClock,
  trainingContent,
  trainingPaths,
} from '#support/training-site.ts'

const site = await browseProduct({ content: trainingContent })

// Later than a clock can be that runs until it is stopped: one that is past that moment cannot be stopped there.
const HOUR = 3_600_000

const countdown = (page: Page) => page.getByRole('heading', { name: 'Next Step In' })
const clock = (page: Page) => page.getByRole('timer')
const apply = (page: Page) => page.getByRole('link', { name: 'Apply For The Program Now' })

/** When this page opens its next step, as the browser remembers it. */
const unlocksAt = (page: Page): Promise<number> =>
  page.evaluate(() => Number(localStorage.getItem(`unlocksAt ${location.pathname}`)))

/** Loads a page, stops its clock, and gives the time of the load. */
async function load(
  page: Page,
  path: string,
): Promise<{ loadedAt: number; moveTo(at: number): Promise<void> }> {
  await page.goto(site.product.url + path)
  await comesAlive(page)
  await page.getByText('Your next step will appear here.').waitFor()
  let now = await stopClock(page)
  const moveTo = async (at: number) => {
    await page.clock.runFor(at - now)
    now = at
  }
  return { loadedAt: (await unlocksAt(page)) - 855_000, moveTo }
}

const screens = [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const
const everywhere = screens.flatMap(([name, size]) => trainingPaths.map((path) => [path, name, size] as const))

describe('the next step under the video', () => {
  it.each(shareOf(everywhere))(
    'counts down on %s on %s from 30 s on, and opens at zero',
    async (path, _name, size) => {
      const { context, page, problems } = await openTrainee(site.browser, { size })
      const { loadedAt, moveTo } = await load(page, path)
      const heightOf = () => page.locator('.next').evaluate((place) => place.getBoundingClientRect().height)
      const height = await heightOf()
      await moveTo(loadedAt + 29_500)
      expect(await countdown(page).isVisible()).toBe(false)
      await moveTo(loadedAt + 31_500)
      await countdown(page).waitFor()
      await expect.poll(() => clock(page).textContent()).toBe('13:44')
      expect(await heightOf()).toBe(height)
      await moveTo(loadedAt + 795_500)
      await expect.poll(() => clock(page).textContent()).toBe('1:00')
      await moveTo(loadedAt + 847_500)
      await expect.poll(() => clock(page).textContent()).toBe('0:08')
      await moveTo(loadedAt + 854_500)
      expect(await apply(page).isVisible()).toBe(false)
      await moveTo(loadedAt + 855_100)
      await apply(page).waitFor()
      expect(await countdown(page).isVisible()).toBe(false)
      expect(await page.getByText('Work 1-1 with Ana on your own software business.').isVisible()).toBe(true)
      expect(await isWiderThanWindow(page)).toBe(false)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  it.each(shareOf(everywhere))(
    'opens on %s on %s once the video has reached 855 s',
    async (path, _name, size) => {
      const { context, page, problems } = await openTrainee(site.browser, { size })
      if (path === '/freetrainingc') await becomeLead(context, site.product.url, 'gate@example.com')
      // However long the page takes to come: when the player is read is reckoned from the load.
      await page.clock.pauseAt(noon + HOUR)
      await page.goto(site.product.url + path)
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      await play(page)
      const loadedAt = (await unlocksAt(page)) - 855_000
      await page.clock.runFor(12_000)
      const readings = await playerReadings(page)
      expect(readings.length).toBeGreaterThanOrEqual(4)
      expect((readings[0] ?? 0) - loadedAt).toBeGreaterThanOrEqual(5000)
      expect((readings[0] ?? 0) - loadedAt).toBeLessThan(5600)
      for (const [index, at] of readings.slice(1).entries()) expect(at - (readings[index] ?? 0)).toBe(2000)
      await setVideoTime(page, 854.9)
      await page.clock.runFor(4000)
      expect(await apply(page).isVisible()).toBe(false)
      await setVideoTime(page, 855)
      await page.clock.runFor(3100)
      await apply(page).waitFor()
      expect(await page.evaluate(() => Date.now())).toBeLessThan(loadedAt + 59_000)
      // Open once is open from then on, whatever is watched again.
      await setVideoTime(page, 10)
      await page.clock.runFor(4100)
      expect(await apply(page).isVisible()).toBe(true)
      await page.reload()
      await comesAlive(page)
      await apply(page).waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
  )

  it.each(shareOf(trainingPaths, 0))('opens on %s after 855 s in which the browser slept', async (path) => {
    const { context, page } = await openTrainee(site.browser)
    await page.clock.pauseAt(noon + HOUR)
    await page.goto(site.product.url + path)
    await comesAlive(page)
    await page.getByText('Your next step will appear here.').waitFor()
    await page.clock.fastForward(854_000 - 5000)
    await countdown(page).waitFor()
    expect(await apply(page).isVisible()).toBe(false)
    await page.clock.fastForward(8000)
    await apply(page).waitFor()
    await context.close()
  })

  thoroughTest('opens after 855 s on a phone whose clock was put back meanwhile', async () => {
    const { context, page } = await openTrainee(site.browser)
    const { loadedAt, moveTo } = await load(page, '/freetraining')
    await moveTo(loadedAt + 100_000)
    await page.clock.setSystemTime(loadedAt - 3_600_000)
    await page.clock.runFor(10_500)
    await expect.poll(() => clock(page).textContent()).toBe('12:25')
    await page.clock.runFor(745_000)
    await apply(page).waitFor()
    await page.reload()
    await comesAlive(page)
    await apply(page).waitFor()
    await context.close()
  })

  thoroughTest('ignores a player that is not ready, whatever time it names', async () => {
    const { context, page } = await openTrainee(site.browser, { player: 'unready' })
    await page.goto(`${site.product.url}/freetraining`)
    await comesAlive(page)
    // It is given up after a while, which a slow machine would let go by.
    await stopClock(page)
    await page.locator('.play').click()
    await page.locator('wistia-player').waitFor({ state: 'attached' })
    await setVideoTime(page, 900)
    await page.clock.runFor(13_000)
    expect(await playerReadings(page)).toEqual([])
    expect(await apply(page).isVisible()).toBe(false)
    await context.close()
  })
})

describe('the time at which the next step opens', () => {
  it.each(shareOf(trainingPaths))('of %s is not put off by a reload or a second visit', async (path) => {
    const { context, page } = await openTrainee(site.browser)
    const first = await load(page, path)
    const opensAt = await unlocksAt(page)
    await first.moveTo(first.loadedAt + 300_000)
    await page.reload()
    await comesAlive(page)
    await page.getByText('Your next step will appear here.').waitFor()
    expect(await unlocksAt(page)).toBe(opensAt)
    await page.clock.runFor(31_500)
    await expect.poll(() => clock(page).textContent()).toMatch(/^8:4\d$/)
    await page.close()

    const second = await context.newPage()
    await second.clock.setSystemTime(opensAt - 40_000)
    await second.goto(site.product.url + path)
    await comesAlive(second)
    await second.getByText('Your next step will appear here.').waitFor()
    expect(await unlocksAt(second)).toBe(opensAt)
    await second.clock.runFor(42_000)
    await apply(second).waitFor()
    await second.reload()
    await comesAlive(second)
    await apply(second).waitFor()
    await context.close()
  })

  thoroughTest('is each page’s own', async () => {
    const { context, page } = await openTrainee(site.browser)
    await page.goto(`${site.product.url}/freetraining`)
    await comesAlive(page)
    await page.clock.fastForward(900_000)
    await apply(page).waitFor()
    await page.goto(`${site.product.url}/freetraining2`)
    await comesAlive(page)
    await page.getByText('Your next step will appear here.').waitFor()
    expect(await apply(page).isVisible()).toBe(false)
    await context.close()
  })
})
