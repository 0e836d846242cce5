// A sample of it is in tests/browser/application-form.test.ts.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { OTHER } from '#contract/application-form.ts'
import { defaultQuestions } from '#contract/application-questions.ts'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, comesAlive, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { waitFor } from '#support/eventually.ts'
import { openDashboard, publish, saved } from '#support/site-editor.ts'

const options = [
  { id: 'solo', label: 'Alone' },
  { id: 'team', label: 'With a team' },
]
const choices = { options, other: true, otherLabel: 'None of these' }
const isOther = { question: 'work', test: 'is' as const, values: [OTHER], amount: 0 }
const { product, browser } = await browseProduct({
  content: SiteContent.parse({
    brand: { coach: 'Ana', program: 'The Program' },
    adConsent: { ask: 'never' },
    apply: {
      questions: [
        { id: 'work', kind: 'choice', label: 'How do you work?', ...choices },
        { id: 'tools', kind: 'several', label: 'By which tools?', required: false, ...choices },
        ...defaultQuestions.filter(({ kind }) => kind === 'email'),
      ],
      endings: [{ id: 'else', to: '/qualified', when: [isOther] }],
    },
  }),
})
const phone = { size: { width: 390, height: 844 }, hasTouch: true }
const desk = { size: { width: 1440, height: 900 } }
const asks = (page: Page, question: string) => page.getByRole('group', { name: question }).waitFor()
const written = (page: Page) => page.getByRole('textbox', { name: 'None of these' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const open = async (screen: Parameters<typeof openVisitor>[1]) => {
  const visit = await openVisitor(browser, screen)
  await visit.page.goto(`${product.url}/apply`)
  if (screen?.javaScript !== false) await comesAlive(visit.page)
  return visit
}
const answersOf = async (email: string) => {
  const { body } = await (await product.owner()).get('/api/applications?range=all')
  return body.find((one: { email: string }) => one.email === email)
}

describe('an answer of one’s own', () => {
  it('is written where it was pressed, on a phone, with nothing moved and nothing under the keyboard', async () => {
    const { page, problems } = await open(phone)
    await asks(page, 'How do you work?')
    expect(await written(page).isVisible()).toBe(false)
    const choice = page.getByText('None of these')
    const before = await choice.boundingBox()
    await choice.tap()
    await written(page).waitFor()
    expect(await focused(page)).toBe('q.work.other')
    expect((await choice.boundingBox())?.y).toBe(before?.y)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    // The keyboard leaves about half of the window.
    await page.setViewportSize({ width: 390, height: 420 })
    await page.keyboard.type('In a travelling choir')
    await waitFor('the field and the button in what is left of the window', async () => {
      const places = await Promise.all(
        [written(page), page.getByRole('button', { name: 'Next' })].map((one) => one.boundingBox()),
      )
      const [field, button] = places
      return (
        field &&
        button &&
        field.y >= 0 &&
        button.y + button.height <= 420 &&
        field.y + field.height <= button.y
      )
    })
    await page.setViewportSize(phone.size)
    // Another answer, and back: what was written is still there, and so it is after a reload.
    await page.getByText('With a team').tap()
    await written(page).waitFor({ state: 'hidden' })
    await choice.tap()
    expect(await written(page).inputValue()).toBe('In a travelling choir')
    await page.reload()
    await comesAlive(page)
    // Whoever comes back is at the first question they have not answered.
    await asks(page, 'By which tools?')
    await page.getByRole('button', { name: 'Back' }).tap()
    await asks(page, 'How do you work?')
    expect(await written(page).inputValue()).toBe('In a travelling choir')
    // Shown again, the first question has its answer after a reload too.
    await page.getByRole('button', { name: 'Next' }).tap()
    await asks(page, 'By which tools?')
    await page.goBack()
    await asks(page, 'How do you work?')
    await page.reload()
    await comesAlive(page)
    await asks(page, 'How do you work?')
    expect(await written(page).inputValue()).toBe('In a travelling choir')
    await page.getByRole('button', { name: 'Next' }).tap()
    await asks(page, 'By which tools?')
    await page.getByText('None of these').tap()
    await page.getByRole('button', { name: 'Next' }).tap()
    await page.getByText('Please write your answer.').waitFor()
    expect(await focused(page)).toBe('q.tools.other')
    expect(await accessibilityProblems(page)).toEqual([])
    await written(page).fill('Voices')
    await page.getByText('Alone').tap()
    await page.getByRole('button', { name: 'Next' }).tap()
    await page.getByLabel('What is your email address?').fill('choir@example.com')
    await page.getByRole('button', { name: 'Send my application' }).tap()
    await page.waitForURL('**/qualified')
    expect(problems).toEqual([])
    expect(await answersOf('choir@example.com')).toMatchObject({
      answers: [
        { answer: 'None of these: In a travelling choir' },
        { answer: 'Alone, None of these: Voices' },
        { answer: 'choir@example.com' },
      ],
    })
  })

  it('is written by the keyboard alone, and moving about among the answers goes nowhere', async () => {
    const { page } = await open(desk)
    await page.getByRole('radio', { name: 'Alone' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await written(page).waitFor()
    expect(await page.getByRole('radio', { name: 'None of these' }).isChecked()).toBe(true)
    expect(await focused(page)).toBe('q.work')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('q.work.other')
    await page.keyboard.type('In a choir')
    await page.keyboard.press('Enter')
    await asks(page, 'By which tools?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await focused(page)).toBe('q.tools.other')
    await page.keyboard.type('Voices')
    await page.keyboard.press('Enter')
    await page.getByLabel('What is your email address?').waitFor()
  })

  it('is written without scripts, and stays when the form comes back', async () => {
    const { page } = await open({ ...phone, javaScript: false })
    const group = page.getByRole('group', { name: 'How do you work?' })
    const field = group.getByRole('textbox')
    expect(await field.isVisible()).toBe(false)
    await group.getByText('None of these').tap()
    await page.locator('[name="q.email"]').fill('plain@example.com')
    await page.getByRole('button', { name: 'Send my application' }).tap()
    await page.getByText('Please write your answer.').waitFor()
    await field.fill('In a choir')
    await page.getByRole('button', { name: 'Send my application' }).tap()
    await page.waitForURL('**/qualified')
    expect(await answersOf('plain@example.com')).toMatchObject({
      answers: [{ answer: 'None of these: In a choir' }, {}],
    })
  })

  it('is easy on the eye in the dark', async () => {
    const { page } = await openVisitor(browser, phone)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.goto(`${product.url}/apply`)
    await comesAlive(page)
    await page.getByText('None of these').tap()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

it('is switched on by the owner, named in their words, and asked for by conditions', async () => {
  const { page, context } = await openDashboard(browser, product, '?tab=site&page=apply', 'phone')
  const entries = page.locator('[data-part="apply.questions"] > ol > li')
  await page.getByRole('button', { name: 'Add to Questions' }).click()
  const entry = entries.last()
  await entry.getByRole('textbox', { name: 'Question', exact: true }).fill('What do you sing?')
  const may = entry.getByLabel('People may write something else')
  expect(await may.count()).toBe(0)
  await entry.getByLabel('Kind of answer').selectOption('choice')
  await entry.getByRole('button', { name: 'Add to Answers to choose from' }).click()
  await entry.getByRole('textbox', { name: 'Answer', exact: true }).fill('Soprano')
  const label = entry.getByLabel('What that answer is called')
  expect(await label.count()).toBe(0)
  await may.click()
  await label.fill('Another voice')
  await entry.getByRole('button', { name: 'Add a condition' }).click()
  await entry.getByLabel('Condition 1: question').selectOption('work')
  await entry.getByLabel('Alone', { exact: true }).uncheck()
  await entry.getByLabel('None of these', { exact: true }).check()
  await saved(page)
  expect(await accessibilityProblems(page)).toEqual([])
  await publish(page)
  const { text } = await product.browser().get('/apply')
  expect(text).toContain('Another voice')
  const { published } = (await (await product.owner()).get('/api/site/content')).body
  expect(published.apply.questions.at(-1)).toMatchObject({
    ...{ other: true, otherLabel: 'Another voice' },
    onlyIf: [{ question: 'work', test: 'is', values: [OTHER] }],
  })
  await context.close()
})
