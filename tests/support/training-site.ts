import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { openVisitor } from './chromium.ts'
import { answerPlayer } from './fake-player.ts'

/** The application form of the training pages under test; no such form exists, the browser is answered by tests. */
export const formLink = 'https://form.typeform.com/to/XyZ'

const page = (wistiaId: string) => ({ video: { wistiaId }, application: { link: formLink } })

/** Content with a video and an application form on each training page, and an advert pixel that everyone allows. */
export const trainingContent = SiteContent.parse({
  brand: { coach: 'Ana', program: 'The Program' },
  freetraining: page('abcde12345'),
  freetraining2: page('bcdef23456'),
  freetrainingc: page('cdefg34567'),
  pixel: { id: '123456789012345' },
  adConsent: { ask: 'never' },
})

/** The paths of the training pages. */
export const trainingPaths = ['/freetraining', '/freetraining2', '/freetrainingc'] as const

/** A phone's own browser, where a new tab is one. */
export const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** The hour at which the pages' clocks start. */
export const noon = Date.UTC(2026, 10, 21, 12)

/** Opens a browser whose clock tests move, with a video host that answers. */
export async function openTrainee(
  browser: Browser,
  options: Parameters<typeof openVisitor>[1] & { player?: 'works' | 'unready' | 'blocked' } = {},
): Promise<Awaited<ReturnType<typeof openVisitor>>> {
  const { player = 'works', ...rest } = options
  const visit = await openVisitor(browser, { userAgent: safari, ...rest })
  if (player !== 'blocked') await answerPlayer(visit.context, player)
  await visit.context.clock.install({ time: noon })
  return visit
}

/** Stops the page's clock after its load and returns what it then shows; from there `clock.runFor` moves it. */
export async function stopClock(page: Page): Promise<number> {
  const read = () => page.evaluate(() => ({ shown: Date.now(), passed: performance.now() }))
  const before = await read()
  // A clock that runs refuses to be stopped at a moment that has passed, as any has on a busy machine: for as long as it takes
  // to stop it, it shows this one.
  await page.clock.setFixedTime(before.shown)
  await page.clock.pauseAt(before.shown)
  const { passed } = await read()
  const now = Math.round(before.shown + passed - before.passed)
  await page.clock.setSystemTime(now)
  return now
}

/** Gives the browser's own lead, as its form would. */
export async function becomeLead(context: BrowserContext, url: string, email: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/capture-lead`, {
    data: { name: 'Grace van Oosten', email, phone: '+1 202-555-0143', page: '/' },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`the lead was answered with ${answer.status()}`)
}

/**
 * Waits until the page knows whose browser this is: its form has the email. A clock that moves before that has it give up
 * asking.
 */
export async function knowsLead(page: Page, email: string): Promise<void> {
  await expect.poll(() => page.locator('#access [name=email]').inputValue()).toBe(email)
}

/** Starts the video and waits until it plays. */
export async function play(page: Page): Promise<void> {
  await page.locator('.play').click()
  await page.locator('wistia-player', { hasText: 'playing' }).waitFor()
}
