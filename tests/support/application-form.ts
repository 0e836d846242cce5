import type { Page } from 'playwright-core'

/** The windows in which somebody applies. */
export const desk = { size: { width: 1280, height: 900 } }
export const phone = { size: { width: 390, height: 844 } }
/** The button that leads on, whatever the question. */
export const next = (page: Page) => page.getByRole('button', { name: /^(Next|Skip|Send my application)$/ })
/** Waits until a question is asked. */
export const asks = (page: Page, question: string) =>
  page.locator('.application-steps .question > :is(label, legend)').filter({ hasText: question }).waitFor()

/** Answers each question that is asked until the last, and returns the questions in their order. */
export async function answerAll(
  page: Page,
  answers: Record<string, string>,
  look?: (id: string) => Promise<void>,
) {
  const asked: string[] = []
  for (let turn = 0; turn < 20; turn++) {
    const field = page.locator('.application-steps .question :is(input, textarea)').first()
    await field.waitFor()
    const id = ((await field.getAttribute('name')) ?? '').replace(/^q\./, '')
    asked.push(id)
    await look?.(id)
    const answer = answers[id]
    const type = await field.getAttribute('type')
    if (answer !== undefined && (type === 'radio' || type === 'checkbox'))
      await page.locator(`input[name="q.${id}"][value="${answer}"]`).check()
    else if (answer !== undefined) await field.fill(answer)
    const button = next(page)
    const isLast = (await button.textContent()) === 'Send my application'
    await button.click()
    if (isLast) return asked
    await page.locator(`.application-steps [name="q.${id}"]`).first().waitFor({ state: 'detached' })
  }
  throw new Error('the form has no end')
}

/** One applicant’s answer to each of the questions that a new site asks, by the question’s id. */
export const answers = {
  name: 'Grace van Oosten',
  email: 'grace@example.com',
  phone: '+1 202-555-0143',
  situation: 'employed',
  problem: 'Finding a first customer.',
  goal: 'Ten of them.',
  tried: 'course',
  ready: '8',
  start: 'now',
  alone: 'no',
  together: 'My partner',
  budget: 'medium',
  page: 'example.com',
}
