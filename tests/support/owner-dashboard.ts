import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems, isWiderThanWindow, openVisitor } from './chromium.ts'
import { waitFor } from './eventually.ts'
import { ownerPassword } from './running-product.ts'
import { shareOf } from './share-of.ts'
import { stopClock } from './training-site.ts'

/** The windows the dashboard is looked at in. */
export const windows = [
  ['at a desk', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
] as const

/** Those of this run: a phone in `npm test`, a desk in `npm run test:long`. */
export const windowsOfRun = shareOf([windows[1], windows[0]])

/** The owner's browser at the dashboard: `problems` collects what its console complains about. */
export type OwnerDashboard = { context: BrowserContext; page: Page; problems: string[] }

type Opening = { search?: string; size?: { width: number; height: number } }

/** Opens a view of the dashboard, such as '?tab=leads', for the owner, who is signed in. */
export async function openDashboard(
  browser: Browser,
  url: string,
  { search = '', size }: Opening = {},
): Promise<OwnerDashboard> {
  const opened = await openOwnBrowser(browser, size)
  await signIn(opened.context, url)
  await opened.page.goto(`${url}/analytics${search}`)
  await opened.page.getByRole('navigation', { name: 'Views' }).waitFor()
  return opened
}

/** Opens the dashboard, signs in at its gate and takes the notice away. */
export async function openAtGate(
  browser: Browser,
  url: string,
  { search = '', size = windows[0][1] }: Opening = {},
): Promise<OwnerDashboard> {
  const opened = await openOwnBrowser(browser, size)
  await opened.page.goto(`${url}/analytics${search}`)
  await enterCode(opened.page, ownerPassword)
  await toastWith(opened.page, 'Access granted')
  await dismissToast(opened.page)
  // Under a resting mouse the next notice would stay.
  await opened.page.mouse.move(0, size.height / 2)
  return opened
}

/** A browser no one's link opens: the owner's own, so that its visits count nowhere. */
const openOwnBrowser = (browser: Browser, size: Opening['size'] = windows[0][1]) =>
  openVisitor(browser, { size, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130' })

/** Signs a browser in with the answer of the gate, and without its page. */
export async function signIn(context: BrowserContext, url: string): Promise<void> {
  // A busy machine may send the owner away for a moment.
  const answer = await waitFor('an answer to signing in', async () => {
    const answer = await context.request.post(`${url}/api/analytics/verify-password`, {
      headers: { origin: url },
      data: { password: ownerPassword },
    })
    return answer.status() !== 503 && answer
  })
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
}

/** Types an access code at the gate and sends it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByPlaceholder('Enter access code').fill(code)
  await page.keyboard.press('Enter')
}

/** Waits until the notice shown has these words in its title or message. */
export const toastWith = (page: Page, words: string): Promise<void> =>
  page.locator('.toast').filter({ hasText: words }).first().waitFor()

/** Takes away the notice, which on a phone lies over the header for five seconds. */
export async function dismissToast(page: Page): Promise<void> {
  const toast = page.locator('.toast')
  // A slow machine may not come to press it before it goes by itself.
  await expect
    .poll(async () => {
      await toast
        .getByRole('button', { name: 'Dismiss' })
        .click({ timeout: 2000 })
        .catch(() => {})
      return toast.count()
    })
    .toBe(0)
}

/** Expects that axe finds nothing and that nothing is wider than the window. */
export async function expectSound(page: Page): Promise<void> {
  // What answers the question before is pale until the new answer is there.
  const isPale = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[aria-busy=true]')].some(
        (part) => getComputedStyle(part).opacity !== '1',
      ),
    )
  await expect.poll(isPale).toBe(false)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

/** Closes the open dialog with Escape, until the address names it no longer. */
export async function escapeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  // Out of sight comes first: a page that was left then, and came back to, would show the dialog again.
  await page.locator('dialog').waitFor({ state: 'detached' })
}

/** Presses 'g' and then a letter while the page's clock, which must be installed, stands still. */
export async function pressAfterG(page: Page, letter: string): Promise<void> {
  // They belong together for a second and a half, in which a busy machine may not come from one to the other.
  await stopClock(page)
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await page.clock.resume()
}
