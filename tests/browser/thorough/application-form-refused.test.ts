// A sample of it is in tests/browser/application-form.test.ts.
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { asks, next } from '#support/application-form.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'

const options = Array.from({ length: 14 }, (_none, at) => ({
  id: `o${at}`,
  label: `Answer number ${at + 1}`,
}))
const { product, browser } = await browseProduct({
  content: SiteContent.parse({
    adConsent: { ask: 'never' },
    apply: {
      questions: [
        { id: 'which', kind: 'choice', label: 'Which of these are you?', options },
        { id: 'email', kind: 'email', label: 'What is your email address?' },
      ],
    },
  }),
})

async function open() {
  const { context, page } = await openVisitor(browser, { size: { width: 390, height: 700 } })
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await asks(page, 'Which of these are you?')
  return { context, page }
}

it('whoever chooses nothing from a long list sees what is asked of them', async () => {
  const { context, page } = await open()
  await next(page).click()
  const error = page.getByRole('alert').filter({ hasText: 'Please choose an answer.' })
  await error.waitFor()
  const box = await error.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
  await context.close()
})

it('a form that could not be sent leaves the keyboard where it sends again', async () => {
  const { context, page } = await open()
  await page.getByText('Answer number 2', { exact: true }).click()
  await next(page).click()
  await page.getByRole('textbox').first().fill('unsent@example.com')
  await page.route('**/api/application', (route) => route.abort())
  await next(page).focus()
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'Your application could not be sent.' })
  await alert.waitFor()
  expect(await next(page).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.unroute('**/api/application')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/thankyoucallc')
  await context.close()
})
