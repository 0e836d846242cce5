import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor, stillClock } from '#support/chromium.ts'

const content = SiteContent.parse({})
for (const video of content.portal.weeks[0]?.videos ?? [])
  video.film = '/films/0123456789abcdef0123456789abcdef.mp4'
const site = await browseProduct({ content })

it('a film of the portal that does not play gives the focus to what plays it, and says why', async () => {
  const { context, page } = await openVisitor(site.browser)
  let breakOff = () => {}
  const isBroken = new Promise<void>((resolve) => {
    breakOff = resolve
  })
  await page.route('**/films/*', async (route) => {
    await isBroken
    await route.abort()
  })
  await page.goto(`${site.product.url}/trainingportal`)
  const play = page.getByRole('tabpanel').getByRole('link', { name: /^Play / })
  await play.focus()
  await page.keyboard.press('Enter')
  await page.locator('.screen-player video').focus()
  breakOff()
  await page.getByText('The player did not load.').waitFor()
  await expect.poll(() => play.evaluate((link) => link === document.activeElement)).toBe(true)
  await context.close()
})

it('a film of the portal that comes slowly is not called one that did not load', async () => {
  const { context, page } = await openVisitor(site.browser)
  // What arrives of it is told below.
  await page.route('**/films/*', () => {})
  // The player's own patience, however long a slow machine looks at it.
  await stillClock(page)
  await page.goto(`${site.product.url}/trainingportal`)
  await comesAlive(page)
  await page
    .getByRole('tabpanel')
    .getByRole('link', { name: /^Play / })
    .click()
  const film = page.locator('.screen-player video')
  await film.waitFor()
  const failure = page.getByText('The player did not load.')
  for (const part of [1, 2, 3]) {
    await page.clock.runFor(7000)
    await film.dispatchEvent('progress')
    expect(await failure.count(), `part ${part}`).toBe(0)
  }
  await page.clock.runFor(8100)
  await failure.waitFor()
  await context.close()
})

/** Opens a video page and has its film play, the focus in it. */
async function watchFilm() {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/freetraining2`)
  await comesAlive(page)
  await page.locator('.play').click()
  const film = page.locator('video.film[data-shown]')
  await film.waitFor()
  await film.focus()
  return { context, page, film }
}

it('a training film that breaks off leaves the focus where the film is played again', async () => {
  const { context, page, film } = await watchFilm()
  await film.dispatchEvent('error')
  await page.getByText('The video did not load.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('screen')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await film.waitFor()
  await context.close()
})

it('a training film that breaks off in full screen leaves it: there is how to go on', async () => {
  const { context, page, film } = await watchFilm()
  await film.evaluate((video) => video.requestFullscreen())
  await page.locator('video:fullscreen').waitFor()
  await film.dispatchEvent('error')
  await page.locator('video:fullscreen').waitFor({ state: 'detached' })
  await page.getByText('The video did not load.').waitFor()
  expect(await page.locator('.play').isVisible()).toBe(true)
  await context.close()
})
