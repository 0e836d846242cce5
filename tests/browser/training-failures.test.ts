import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, comesAlive } from '#support/chromium.ts'
import { answerPlayer, setVideoTime } from '#support/fake-player.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
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

const ungated = ['/freetraining', '/freetraining2'] as const
const desktop = { width: 1440, height: 900 }
const pathOf = (url: string) => new URL(url).pathname

describe('with every outside host blocked', () => {
  it.each(shareOf(trainingPaths))(
    '%s says that the video did not load, and the next step opens all the same',
    async (path) => {
      const { context, page, problems } = await openTrainee(site.browser, { player: 'blocked' })
      await becomeLead(context, site.product.url, 'blocked@example.com')
      await page.goto(site.product.url + path)
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      const failure = page.getByRole('alert').filter({ hasText: 'The video did not load.' })
      expect(await failure.count()).toBe(0)
      await page.locator('.play').click()
      await failure.waitFor()
      expect(await page.locator('.poster').isVisible()).toBe(true)
      expect(await accessibilityProblems(page)).toEqual([])
      // The host is back: the same button starts the video.
      await answerPlayer(context)
      await play(page)
      expect(await failure.count()).toBe(0)
      await page.clock.fastForward(856_000)
      await page.getByRole('link', { name: 'Apply For The Program Now' }).waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'a player that loads and never gets ready gives way to the poster again after 15 s',
    async () => {
      const { context, page } = await openTrainee(site.browser, { player: 'unready' })
      await page.goto(`${site.product.url}/freetraining`)
      await comesAlive(page)
      // A slow machine would let more of the page's time go by than is let go by here.
      await stopClock(page)
      await page.locator('.play').click()
      await page.locator('wistia-player').waitFor({ state: 'attached' })
      await page.clock.runFor(15_100)
      await page.getByText('The video did not load.').waitFor()
      expect(await page.locator('wistia-player').count()).toBe(0)
      expect(await page.locator('.play').getAttribute('aria-busy')).toBe(null)
      await context.close()
    },
  )
})

describe('with storage forbidden', () => {
  it.each(shareOf(ungated))(
    '%s plays, opens its next step, and a reload starts nothing over',
    async (path) => {
      const { context, page, problems } = await openTrainee(site.browser)
      await context.addInitScript(() => {
        for (const area of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, area, {
            get() {
              throw new DOMException('forbidden', 'SecurityError')
            },
          })
      })
      const pitches: string[] = []
      context.on('request', (request) => {
        if (pathOf(request.url()) === '/api/leads/add-video-tag') pitches.push(request.url())
      })
      await page.goto(site.product.url + path)
      await comesAlive(page)
      await play(page)
      await setVideoTime(page, 720)
      const pitched = page.waitForResponse('**/api/leads/add-video-tag')
      await page.clock.runFor(10_000)
      await pitched
      await page.clock.fastForward(800_000)
      await page.getByRole('heading', { name: 'Next Step In' }).waitFor()
      await page.reload()
      await comesAlive(page)
      await play(page)
      await setVideoTime(page, 720)
      await page.clock.runFor(15_000)
      await page.clock.fastForward(40_000)
      await page.getByRole('link', { name: 'Apply For The Program Now' }).waitFor()
      expect(pitches).toHaveLength(1)
      expect(problems).toEqual([])
      await context.close()
    },
  )
})

describe('with a server that answers 503', () => {
  it.each(shareOf(ungated))(
    '%s shows its visitor nothing of it and reports what was watched once it is back',
    async (path) => {
      const { context, page, problems } = await openTrainee(site.browser)
      let isDown = true
      let tries = 0
      const steps: number[][] = []
      await context.route('**/api/**', async (route) => {
        const { pathname } = new URL(route.request().url())
        if (!isDown && pathname === '/api/visitors/watch-progress')
          steps.push(route.request().postDataJSON().steps)
        if (isDown && pathname === '/api/visitors/watch-progress') tries += 1
        if (isDown)
          await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'busy' } })
        else await route.continue()
      })
      await page.goto(site.product.url + path)
      await comesAlive(page)
      await play(page)
      // A slow machine would let more of the page's time go by than is let go by here.
      await stopClock(page)
      const pass = (ms: number) => page.clock.runFor(ms)
      await pass(5000)
      let seconds = -2
      const watchOn = async () => {
        seconds += 2
        await setVideoTime(page, seconds)
        await pass(2000)
      }
      while (seconds < 40) await watchOn()
      // Each refusal arrives in its own time, and the next try is reckoned from then.
      await expect.poll(() => pass(2000).then(() => tries)).toBeGreaterThan(1)
      // It is left alone for longer and longer.
      expect(tries).toBeLessThanOrEqual(4)
      isDown = false
      // What was on its way meanwhile lacks what was watched since, which waits for a batch of its own.
      await expect
        .poll(() => watchOn().then(() => steps.flat().slice(0, 9)))
        .toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
      expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(0)
      await page.clock.fastForward(856_000)
      await page.getByRole('link', { name: 'Apply For The Program Now' }).waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest('what was watched is reported although the phone’s clock was put back meanwhile', async () => {
    const { context, page } = await openTrainee(site.browser)
    const progress = '**/api/visitors/watch-progress'
    await context.route(progress, (route) => route.fulfill({ status: 503, json: { error: 'busy' } }))
    await page.goto(`${site.product.url}/freetraining`)
    await comesAlive(page)
    await play(page)
    await stopClock(page)
    await page.clock.runFor(5000)
    const refused = page.waitForResponse(progress)
    for (let seconds = 0; seconds <= 30; seconds += 2) {
      await setVideoTime(page, seconds)
      await page.clock.runFor(2000)
    }
    await refused
    await page.clock.setSystemTime(noon - 86_400_000)
    await context.unroute(progress)
    let taken = 0
    page.on('response', (answer) => {
      if (pathOf(answer.url()) === '/api/visitors/watch-progress' && answer.ok()) taken += 1
    })
    await expect.poll(() => page.clock.runFor(5000).then(() => taken)).toBe(1)
    await context.close()
  })

  thoroughTest('the pitch that was seen meanwhile is reported as soon as it is back', async () => {
    const { context, page, problems } = await openTrainee(site.browser)
    const pitch = '**/api/leads/add-video-tag'
    await context.route(pitch, async (route) => {
      await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'busy' } })
    })
    await page.goto(`${site.product.url}/freetraining`)
    await comesAlive(page)
    await play(page)
    await setVideoTime(page, 720)
    const refused = page.waitForResponse(pitch)
    await page.clock.runFor(10_000)
    expect((await refused).status()).toBe(503)
    await context.unroute(pitch)
    let taken = 0
    page.on('response', (answer) => {
      if (pathOf(answer.url()) === '/api/leads/add-video-tag' && answer.ok()) taken += 1
    })
    await expect.poll(async () => page.clock.runFor(5000).then(() => taken)).toBe(1)
    await page.clock.runFor(200_000)
    expect(taken).toBe(1)
    const sent = await page.evaluate(() => sessionStorage.getItem('watchReported'))
    expect(Number(sent)).toBeGreaterThanOrEqual(720)
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest(
    'the gate of /freetrainingc stays shut, says so, keeps what was typed and takes the next try',
    async () => {
      const { context, page } = await openTrainee(site.browser)
      page.on('dialog', (alert) => void alert.accept())
      await page.route('**/api/capture-lead', (route) =>
        route.fulfill({
          status: 503,
          headers: { 'retry-after': '1' },
          json: { error: 'The server is busy.' },
        }),
      )
      await page.goto(`${site.product.url}/freetrainingc`)
      await comesAlive(page)
      await page.locator('.play').click()
      const dialog = page.getByRole('dialog', { name: 'Ready to Unlock The Secret?' })
      await dialog.getByLabel('Full Name').fill('Jo Weber')
      await dialog.getByLabel('Email Address').fill('jo@example.org')
      await dialog.getByLabel('Phone Number').fill('202-555-0188')
      await page.clock.fastForward(3000)
      await dialog.getByRole('button', { name: 'Get Free Access Now' }).click()
      await dialog.getByText('There was an error submitting your information. Please try again.').waitFor()
      expect(await dialog.getByLabel('Full Name').inputValue()).toBe('Jo Weber')
      expect(await page.locator('wistia-player').count()).toBe(0)
      await page.unroute('**/api/capture-lead')
      await dialog.getByRole('button', { name: 'Get Free Access Now' }).click()
      await page.waitForURL(`${site.product.url}/trainingportal`)
      await context.close()
    },
  )
})

describe('with the keyboard alone', () => {
  ordinaryTest('the video starts, and the focus stays with it', async () => {
    const { context, page } = await openTrainee(site.browser, { size: desktop })
    await page.goto(`${site.product.url}/freetraining`)
    await comesAlive(page)
    const sign = page.getByRole('button', { name: 'Play the training video' })
    for (let presses = 0; presses < 10; presses += 1) {
      if (await sign.evaluate((button) => button === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.locator('wistia-player', { hasText: 'playing' }).waitFor()
    const isOnStage = () => page.locator('.screen').evaluate((screen) => screen === document.activeElement)
    await expect.poll(isOnStage).toBe(true)
    await context.close()
  })

  thoroughTest('the gate of /freetrainingc opens by Enter and gives the focus back by Escape', async () => {
    const { context, page } = await openTrainee(site.browser, { size: desktop })
    await page.goto(`${site.product.url}/freetrainingc`)
    await comesAlive(page)
    const sign = page.locator('.screen').getByRole('link', { name: 'Get Free Access Now' })
    await sign.focus()
    await page.keyboard.press('Enter')
    const name = page.getByRole('dialog').getByLabel('Full Name')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => sign.evaluate((link) => link === document.activeElement)).toBe(true)
    await context.close()
  })
})
