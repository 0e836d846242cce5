import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { waitFor } from '#support/eventually.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { shareOf, thoroughTest } from '#support/share-of.ts'
import { openDashboard, publish, saved, type screens } from '#support/site-editor.ts'

const { product, browser } = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana', program: 'The Program' } }),
})

describe.each(shareOf(['phone', 'desk'] as const))(
  'the questions on a %s',
  (screen: keyof typeof screens) => {
    it('are added, put in order, asked of some only, and shown beside the editor', async () => {
      const { page, context } = await openDashboard(browser, product, '?tab=site&page=apply', screen)
      await page.getByRole('heading', { name: 'Application form' }).waitFor()
      await page.getByRole('button', { name: 'Add to Questions' }).click()
      const label = `How many hours on a ${screen}?`
      const entry = page.locator('[data-part="apply.questions"] > ol > li').last()
      await entry.getByRole('textbox', { name: 'Question', exact: true }).fill(label)
      expect(await entry.getByText('Answers to choose from').count()).toBe(0)
      await entry.getByLabel('Kind of answer').selectOption('choice')
      await entry.getByRole('button', { name: 'Add to Answers to choose from' }).click()
      await entry.getByRole('textbox', { name: 'Answer', exact: true }).fill('Five')
      await entry.getByText('needs at least two answers to choose from').waitFor()
      await entry.getByRole('button', { name: 'Add to Answers to choose from' }).click()
      await entry.getByRole('textbox', { name: 'Answer', exact: true }).last().fill('Ten')
      await entry.getByRole('button', { name: 'Add a condition' }).click()
      await entry.getByLabel('Condition 1: question').selectOption('alone')
      expect(await entry.getByLabel('Condition 1: what its answer must be').inputValue()).toBe('is')
      await entry.getByLabel('Yes', { exact: true }).uncheck()
      await entry.getByText('needs an answer to compare with').waitFor()
      await entry.getByLabel('No', { exact: true }).check()
      const howMany = entry.getByLabel('How many of the conditions must be true')
      expect(await howMany.count()).toBe(0)
      await entry.getByRole('button', { name: 'Add a condition' }).click()
      await howMany.selectOption('One of these is enough')
      await saved(page)
      const { draft } = (await (await product.owner()).get('/api/site/content')).body
      expect(draft.apply.questions.at(-1)).toMatchObject({
        match: 'any',
        onlyIf: [{ question: 'alone' }, {}],
      })
      await expectSound(page)
      await entry.getByRole('button', { name: 'Remove condition 2' }).click()
      await saved(page)
      await expectSound(page)
      await page.getByRole('button', { name: `Move up: ${label}` }).focus()
      await page.keyboard.press('Enter')
      await saved(page)
      if (screen === 'phone') await page.getByRole('button', { name: 'Preview', exact: true }).click()
      // Beside the editor it takes the place of the one before once it is drawn: a press in between would meet another question.
      await page.locator('iframe[title="Loading"]').waitFor({ state: 'detached' })
      const shown = page.frameLocator('iframe[title="Preview of Application form"]')
      await shown.getByText(label).waitFor()
      await shown.getByText('What do you want to be different in 90 days?').click()
      await waitFor('the cursor in the question', () =>
        page.evaluate(() => document.activeElement?.id === 'field-apply.questions.5.label'),
      )
      await publish(page)
      expect((await product.browser().get('/apply')).text).toContain(label)
      await context.close()
    })
  },
)

thoroughTest('cannot be published while a condition looks ahead', async () => {
  const { page, context } = await openDashboard(browser, product, '?tab=site&page=apply', 'desk')
  const name = 'Who else is involved in the decision?'
  for (const _ of [1, 2, 3]) await page.getByRole('button', { name: `Move up: ${name}` }).click()
  await page.getByRole('button', { name: /^Publish/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('must be a question that is asked before', { exact: false }).first().waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Discard changes…' }).click()
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await saved(page)
  await context.close()
})

it.each(shareOf(['phone', 'desk'] as const))(
  'applications are listed with their answers, finished or not, on a %s',
  async (screen) => {
    const visitor = product.browser()
    const email = `${screen}@example.com`
    const answers = { name: `Ada ${screen}`, email, phone: '+1 202 555 0143' }
    await visitor.post('/api/capture-lead', { ...answers, page: '/', elapsed: 9000 })
    await visitor.post('/api/application/answers', {
      ...{ responseId: randomUUID(), revision: 1, page: '/freetraining' },
      answers: { ...answers, problem: 'A very particular problem' },
    })
    const { page, context } = await openDashboard(browser, product, '?tab=leads', screen)
    await page.getByRole('link', { name: /left unfinished/ }).click()
    const list = page.getByRole('list', { name: 'Applications' })
    const row = list.getByRole('listitem').filter({ hasText: `Ada ${screen}` })
    await row.getByText('Left unfinished: 4 of').waitFor()
    await row.getByText('All 4 answers').click()
    await row.getByText('A very particular problem').waitFor()
    await expectSound(page)
    await row.getByRole('link', { name: `Ada ${screen}` }).click()
    const detail = page.getByRole('dialog', { name: `Ada ${screen}` })
    await detail.getByText('Left the application unfinished').waitFor()
    await detail.getByRole('link', { name: 'Lead Details' }).click()
    await detail.getByRole('heading', { name: 'Application', exact: true }).waitFor()
    await expectSound(page)
    await context.close()
  },
)

thoroughTest('the list of applications follows somebody who is answering', async () => {
  const visitor = product.browser()
  const responseId = randomUUID()
  const answer = (revision: number, answers: object) =>
    visitor.post('/api/application/answers', { responseId, revision, page: '/freetraining', answers })
  await answer(1, { name: 'Eve Long' })
  const { page, context } = await openDashboard(browser, product, '?tab=leads&part=applications', 'desk')
  const row = page.getByRole('list', { name: 'Applications' }).getByRole('listitem')
  const own = row.filter({ hasText: 'Eve Long' })
  await own.getByText('Left unfinished: 1 of').waitFor()
  await page.getByText(/^live/).waitFor()
  await answer(2, { name: 'Eve Long', problem: 'Nobody buys' })
  await own.getByText('Left unfinished: 2 of').waitFor()
  await page.getByRole('link', { name: 'Leads', exact: true }).last().click()
  await page.getByRole('link', { name: /left unfinished/ }).waitFor()
  await context.close()
})
