// A sample of it is in tests/browser/training-application.test.ts.
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { asks, phone } from '#support/application-form.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, holdAsset } from '#support/chromium.ts'
import { becomeLead, knowsLead, openTrainee, stopClock } from '#support/training-site.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({
    brand: { coach: 'Ana', program: 'The Program' },
    adConsent: { ask: 'never' },
  }),
})

it('a form that does not come into its dialog leaves a way to its page, and shows when it comes after all', async () => {
  const { context, page } = await openTrainee(browser, phone)
  await becomeLead(context, product.url, 'late-form@example.com')
  const come = await holdAsset(context, 'own-form')
  await page.goto(`${product.url}/freetraining`)
  await comesAlive(page)
  await knowsLead(page, 'late-form@example.com')
  await page.clock.fastForward(856_000)
  const apply = page.getByRole('link', { name: 'Apply For The Program Now' })
  await apply.waitFor()
  // A slow machine would let more of the page's time go by than is let go by here.
  await stopClock(page)
  await apply.click()
  const dialog = page.getByRole('dialog', { name: 'Your application' })
  await dialog.getByText('Opening the application form').waitFor()
  expect(await dialog.getByRole('link').count()).toBe(0)
  await page.clock.runFor(8000)
  await dialog.getByText('The form is not opening here.').waitFor()
  const way = dialog.getByRole('link', { name: 'Open the form in a new tab' })
  expect(await way.getAttribute('href')).toBe('/apply')
  come()
  await asks(page, 'Where are you today?')
  expect(await way.count()).toBe(0)
  await context.close()
})

it('a form whose script the network loses is asked for again, in the dialog that is open', async () => {
  const { context, page } = await openTrainee(browser, phone)
  await becomeLead(context, product.url, 'lost-form@example.com')
  let lost = 0
  await context.route('**/assets/own-form-*.js*', (route) => {
    lost += 1
    return lost > 2 ? route.continue() : route.abort()
  })
  await page.goto(`${product.url}/freetraining`)
  await comesAlive(page)
  await knowsLead(page, 'lost-form@example.com')
  await page.clock.fastForward(856_000)
  await page.getByRole('link', { name: 'Apply For The Program Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your application' })
  await dialog.getByText('The form is not opening here.').waitFor()
  await expect.poll(() => page.clock.fastForward(8000).then(() => lost)).toBe(3)
  await asks(page, 'Where are you today?')
  expect(await dialog.getByRole('link').count()).toBe(0)
  await context.close()
})
