// A sample of it is in tests/browser/application-form.test.ts.
import type { Route } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { answerAll, answers, asks, next, phone } from '#support/application-form.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, holdAsset } from '#support/chromium.ts'
import { becomeLead, knowsLead, openTrainee } from '#support/training-site.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({
    brand: { coach: 'Ana', program: 'The Program' },
    adConsent: { ask: 'never' },
  }),
})

/** A lead’s training page with the way to the application open under the video. */
async function openApplication(email: string) {
  const { context, page } = await openTrainee(browser, phone)
  onTestFinished(() => context.close())
  await becomeLead(context, product.url, email)
  await page.goto(`${product.url}/freetraining`)
  await comesAlive(page)
  await knowsLead(page, email)
  await page.clock.fastForward(856_000)
  const apply = page.getByRole('link', { name: 'Apply For The Program Now' })
  const dialog = page.getByRole('dialog', { name: 'Your application' })
  return {
    ...{ page, apply, dialog },
    async answerFirst() {
      await apply.click()
      await asks(page, 'Where are you today?')
      await page.getByText('I work for myself').click()
      await next(page).click()
      await asks(page, 'What would you most like help with?')
    },
    async closes() {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => page.url()).toBe(`${product.url}/freetraining`)
    },
  }
}

it('closes its dialog as one step, however far one came, and keeps what was answered', async () => {
  const { page, apply, dialog, answerFirst, closes } = await openApplication('close@example.com')
  await answerFirst()
  await page.goBack()
  await asks(page, 'Where are you today?')
  await next(page).click()
  await asks(page, 'What would you most like help with?')
  await closes()
  await apply.click()
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
})

it('closes its dialog after a reload, when it is opened again, and where no step back is taken', async () => {
  const { page, apply, dialog, answerFirst, closes } = await openApplication('reopen@example.com')
  await answerFirst()
  await page.reload()
  await comesAlive(page)
  await asks(page, 'What would you most like help with?')
  await closes()
  for (const _time of [1, 2]) {
    await apply.click()
    await dialog.waitFor()
    await closes()
  }
  await apply.click()
  await asks(page, 'Where are you today?')
  await next(page).click()
  await asks(page, 'What would you most like help with?')
  // As some embedded browsers do.
  await page.evaluate(() => {
    history.go = () => {}
    history.back = () => {}
  })
  await closes()
})

it('shows the question before where no step back is taken, and goes on from there', async () => {
  const { page, answerFirst } = await openApplication('stuck@example.com')
  await answerFirst()
  await asks(page, 'What would you most like help with?')
  await page.evaluate(() => {
    history.go = () => {}
    history.back = () => {}
  })
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await asks(page, 'Where are you today?')
  await next(page).click()
  await asks(page, 'What would you most like help with?')
})

it('closes after a reload before its questions have come, and goes on where it was left', async () => {
  const { page, apply, dialog, answerFirst, closes } = await openApplication('early@example.com')
  await answerFirst()
  const letCome = await holdAsset(page.context(), 'own-form')
  await page.reload()
  await comesAlive(page)
  await dialog.getByRole('status').waitFor()
  await closes()
  letCome()
  await apply.click()
  await asks(page, 'What would you most like help with?')
})

it('is behind whoever sent it: Back leads to where they came from, in one step', async () => {
  const { context, page } = await openTrainee(browser, phone)
  onTestFinished(() => context.close())
  await page.goto(`${product.url}/terms`)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await page.evaluate(() => {
    const progress = document.querySelector('.application-progress')
    const note = () => sessionStorage.setItem('shown last', progress?.textContent ?? '')
    if (progress) new MutationObserver(note).observe(progress, { subtree: true, characterData: true })
  })
  await answerAll(page, { ...answers, email: 'behind@example.com' })
  await page.waitForURL('**/thankyoucall')
  // No question is shown again on the way.
  expect(await page.evaluate(() => sessionStorage.getItem('shown last'))).toBe('Question 13 of 13')
  await page.goBack()
  await page.waitForURL('**/terms')

  await page.goto(`${product.url}/freetraining`)
  await comesAlive(page)
  await knowsLead(page, 'behind@example.com')
  await page.clock.fastForward(856_000)
  await page.getByRole('link', { name: 'Apply For The Program Now' }).click()
  await page.getByRole('dialog', { name: 'Your application' }).waitFor()
  await answerAll(page, { ...answers, email: 'behind@example.com' })
  await page.waitForURL('**/thankyoucall')
  await page.goBack()
  await page.waitForURL('**/freetraining')
  await page.getByRole('dialog', { name: 'Your application' }).waitFor({ state: 'hidden' })
})

/** An application that is being sent when its dialog is closed; `sent` holds what waits for its answer. */
async function closeWhileSending(email: string) {
  const opened = await openApplication(email)
  const { page, apply, dialog, closes } = opened
  const sent: Route[] = []
  await page.route('**/api/application', (route) => void sent.push(route))
  await apply.click()
  await dialog.waitFor()
  await answerAll(page, { ...answers, email })
  await expect.poll(() => sent.length).toBe(1)
  await closes()
  return { ...opened, sent }
}

it('is still being sent when it is opened again, and Back from where it leads returns to its page', async () => {
  const { page, apply, dialog, closes, sent } = await closeWhileSending('sending@example.com')
  await apply.click()
  await dialog.waitFor()
  const button = dialog.locator('.application-send')
  expect(await button.textContent()).toBe('Sending…')
  await button.click({ force: true })
  await closes()
  expect(sent).toHaveLength(1)
  await sent[0]?.continue()
  await page.waitForURL('**/thankyoucall')
  await page.goBack()
  await page.waitForURL('**/freetraining')
})

it('makes no step of the history where the server objects to an answer while its dialog is closed', async () => {
  const { page, apply, dialog, closes, sent } = await closeWhileSending('objected@example.com')
  const steps = () => page.evaluate(() => JSON.stringify([history.length, history.state]))
  const before = await steps()
  const sentence = 'Please choose an answer.'
  await sent[0]?.fulfill({ status: 422, json: { error: 'No.', fields: { 'q.start': sentence } } })
  const errors = page.locator('#application .field-error')
  await expect.poll(() => errors.allTextContents()).toContain(sentence)
  expect(await steps()).toBe(before)
  // It stands there once the dialog is opened.
  await apply.click()
  await dialog.getByText(sentence).waitFor()
  await closes()
})
