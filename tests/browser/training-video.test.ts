import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, comesAlive } from '#support/chromium.ts'
import { setVideoTime } from '#support/fake-player.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import {
  becomeLead,
  openTrainee,
  play,
  stopClock,
  trainingContent,
  trainingPaths,
} from '#support/training-site.ts'

const site = await browseProduct({ content: trainingContent })

const pitchCall = '/api/leads/add-video-tag'
const watchCall = '/api/visitors/watch-progress'

/** Notes the bodies a browser posts to a path. */
function noteCalls(context: BrowserContext, path: string): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON())
  })
  return bodies
}

/** Lets the video play on for a while, read as often as the page does. */
async function watch(page: Page, from: number, to: number): Promise<void> {
  for (let seconds = from; seconds <= to; seconds += 2) {
    await setVideoTime(page, seconds)
    await page.clock.runFor(2000)
  }
}

const tagsOf = async (email: string): Promise<string[]> => {
  const owner = await site.product.owner()
  const { body } = await owner.get(`/api/customers?range=all&q=${encodeURIComponent(email)}`)
  return body[0]?.tags ?? []
}

describe('the pitch', () => {
  it.each(shareOf(trainingPaths))(
    'of %s is reported at 715 s of video, once a visit, and tags the lead',
    async (path) => {
      const { context, page, problems } = await openTrainee(site.browser)
      const calls = noteCalls(context, pitchCall)
      const email = `pitch-of-${path.slice(1)}@example.com`
      await becomeLead(context, site.product.url, email)
      await page.goto(site.product.url + path)
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      await play(page)
      await stopClock(page)
      await setVideoTime(page, 714.9)
      await page.clock.runFor(12_000)
      expect(calls).toEqual([])
      await setVideoTime(page, 715.4)
      const answered = page.waitForResponse(`**${pitchCall}`)
      await page.clock.runFor(2000)
      expect((await answered).ok()).toBe(true)
      await page.clock.runFor(20_000)
      expect(calls).toEqual([
        {
          fingerprint: expect.stringMatching(/^\d+$/),
          watchTime: 715,
          sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      ])

      await page.reload()
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      await page.clock.resume()
      await play(page)
      await setVideoTime(page, 800)
      await page.clock.runFor(20_000)
      expect(calls).toHaveLength(1)
      await expect.poll(() => tagsOf(email)).toContain('VH02 - Saw Pitch')
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'and each other second that a rule waits for are reported as they are reached, once',
    async () => {
      const owner = await site.product.owner()
      const rule = { name: 'Five minutes', tagName: 'Five minutes', trigger: 'video_progress' }
      const made = await owner.post('/api/auto-tags/rules', { ...rule, conditions: { watchTime: 300 } })
      expect(made.status).toBe(200)
      const { context, page, problems } = await openTrainee(site.browser)
      const calls = noteCalls(context, pitchCall)
      await becomeLead(context, site.product.url, 'five-minutes@example.com')
      await page.goto(`${site.product.url}/freetraining`)
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      const asked = page.waitForResponse('**/api/visitors/awaited-seconds')
      await play(page)
      await asked
      await stopClock(page)
      await setVideoTime(page, 299.5)
      await page.clock.runFor(8000)
      expect(calls).toEqual([])
      for (const [second, count] of [
        [300.2, 1],
        [302, 1],
        [640, 1],
        [716, 2],
        [800, 2],
      ] as const) {
        await setVideoTime(page, second)
        // What the page is to wait for it may have heard of only now.
        await expect.poll(() => page.clock.runFor(2000).then(() => calls.length)).toBe(count)
      }
      expect(calls.map(({ watchTime }) => watchTime)).toEqual([300, 716])
      await expect.poll(() => tagsOf('five-minutes@example.com')).toContain('Five minutes')
      await owner.send('DELETE', `/api/auto-tags/rules/${made.body.id}`)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest('that could not be reported is reported by the next load of the visit', async () => {
    const { context, page } = await openTrainee(site.browser)
    const calls = noteCalls(context, pitchCall)
    await context.route(`**${pitchCall}`, (route) => route.fulfill({ status: 503, json: { error: 'busy' } }))
    for (const status of [503, 200]) {
      await page.goto(`${site.product.url}/freetraining`)
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      await page.clock.resume()
      await play(page)
      await stopClock(page)
      await page.clock.runFor(12_000)
      // The first load tries again by itself as long as it is open.
      const before = calls.length
      await setVideoTime(page, 730)
      const answered = page.waitForResponse(`**${pitchCall}`)
      await page.clock.runFor(2000)
      expect((await answered).status()).toBe(status)
      expect(calls).toHaveLength(before + 1)
      await page.clock.runFor(20_000)
      if (status === 200) expect(calls).toHaveLength(before + 1)
      expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(0)
      await context.unroute(`**${pitchCall}`)
    }
    await context.close()
  })
})

describe('what is watched', () => {
  it.each(shareOf(trainingPaths))(
    'of %s is kept second by second, for the lead that comes later',
    async (path) => {
      const { context, page, problems } = await openTrainee(site.browser)
      const email = `watched-${path.slice(1)}@example.com`
      const isGated = path === '/freetrainingc'
      const media = trainingContent[path.slice(1) as 'freetraining'].video.wistiaId
      // A gated video is watched by leads alone; elsewhere the watching comes first.
      if (isGated) await becomeLead(context, site.product.url, email)
      const calls = noteCalls(context, watchCall)
      await page.goto(site.product.url + path)
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      await play(page)
      await stopClock(page)
      await page.clock.runFor(5000)
      await watch(page, 0, 40)
      // A jump was not watched.
      await setVideoTime(page, 600)
      await page.clock.runFor(2000)
      await watch(page, 600, 640)
      await expect.poll(() => calls.length).toBeGreaterThanOrEqual(2)
      expect(calls[0]).toEqual({
        media,
        steps: [0, 1, 2, 3, 4, 5],
        position: expect.any(Number),
        duration: 930,
        // On a slow network it may come before the cookie does, and is this page load's visitor's all the same.
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      await page.clock.resume()
      await page.goto(`${site.product.url}/terms`)
      const rows = () =>
        site.product.query(
          `select w.steps, w.visitor_id, v.person_id from watch_progress w join visitors v on v.id = w.visitor_id
         where w.media = $1 and cardinality(w.steps) > 2`,
          [media],
        )
      await expect
        .poll(async () => (await rows()).map(({ steps }) => steps))
        .toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 120, 121, 122, 123, 124, 125, 126, 127, 128]])
      const [before] = await rows()
      expect(before?.person_id === null).toBe(!isGated)
      await becomeLead(context, site.product.url, email)
      const [lead] = await site.product.query('select person_id from leads where email = $1', [email])
      const [after] = await rows()
      expect(after).toMatchObject({ visitor_id: before?.visitor_id, person_id: lead?.person_id })
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'is told by requests that outlive the page, should they be on their way as it is left',
    async () => {
      const { context, page } = await openTrainee(site.browser)
      await page.addInitScript(() => {
        const { fetch } = window
        const outlives: unknown[] = []
        Object.assign(window, { outlives })
        window.fetch = (to, init) => {
          if (to === '/api/visitors/watch-progress') outlives.push(init?.keepalive)
          return fetch(to, init)
        }
      })
      await page.goto(`${site.product.url}/freetraining2`)
      await comesAlive(page)
      await play(page)
      await stopClock(page)
      await page.clock.runFor(5000)
      await watch(page, 200, 226)
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'outlives'))).toEqual([true])
      await context.close()
    },
  )
})

describe('the gate of /freetrainingc', () => {
  ordinaryTest(
    'asks once for the details, leads to the portal, and then plays without asking again',
    async () => {
      const { context, page, problems } = await openTrainee(site.browser)
      await page.goto(`${site.product.url}/freetrainingc`)
      await comesAlive(page)
      await page.locator('.play').click()
      const dialog = page.getByRole('dialog', { name: 'Ready to Unlock The Secret?' })
      await dialog
        .getByText('Enter your details below to get instant access to the training portal.')
        .waitFor()
      await dialog
        .getByText('By submitting, you agree to receive marketing messages. You can unsubscribe at any time.')
        .waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      expect(await page.locator('wistia-player').count()).toBe(0)

      await page.locator('.play').click()
      await dialog.getByLabel('Full Name').fill('Grace Okonkwo')
      await dialog.getByLabel('Email Address').fill('gate@example.com')
      await dialog.getByLabel('Phone Number').fill('(202) 555-0143')
      // The button says so at once, the request may come after it.
      const held = Promise.withResolvers<void>()
      await page.route('**/api/capture-lead', async (route) => {
        await held.promise
        await route.continue()
      })
      // Faster than any person would be held back as spam.
      await page.clock.fastForward(3000)
      await dialog.getByRole('button', { name: 'Get Free Access Now' }).click()
      await expect
        .poll(() => dialog.getByRole('button', { name: 'Getting Access...' }).isDisabled())
        .toBe(true)
      held.resolve()
      await page.waitForURL(`${site.product.url}/trainingportal`)

      await page.goto(`${site.product.url}/freetrainingc`)
      await comesAlive(page)
      await page.waitForLoadState('networkidle')
      await play(page)
      expect(await dialog.count()).toBe(0)
      expect(problems).toEqual([])
      await context.close()
    },
  )
})
