import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { expectSound, openDashboard, signIn, toastWith, windowsOfRun } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct()
  for (const name of ['Ann Okonkwo', 'Bo Lindqvist', 'Cleo Marchetti'])
    await product.browser().post('/api/capture-lead', {
      ...{ name, email: `${name.split(' ')[0]}@example.com`, phone: '202-555-0143', page: '/meme' },
    })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

/** Has the dashboard hear of nothing that others change: what it shows is read when it asks itself. */
async function hearsNothing(page: Page): Promise<void> {
  await page.route('**/api/live', (route) => route.abort())
  await page.reload()
}

/** Waits until a note is saved and read again: until then its words stand in its form, and may stand in the list as well. */
const noteSaved = (own: Locator) => own.getByRole('textbox', { name: 'Note' }).waitFor({ state: 'detached' })

describe.each(windowsOfRun)('notes of a lead, %s', (where, size) => {
  it('are kept with tags and a next step, which the leads list shows until it is done', async () => {
    const who = where === 'at a desk' ? 'Ann Okonkwo' : 'Bo Lindqvist'
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ search: '?tab=leads&range=all', size },
    })
    await page.getByRole('link', { name: who }).click()
    const own = page.getByRole('region', { name: 'Notes and next step' })
    await own.getByRole('button', { name: 'Set a next step' }).click()
    await own.getByLabel('What is next?').fill('Call back about the price')
    // As the browser reads 1/15/26.
    await own.getByLabel('By').fill('0026-01-15')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('Call back about the price').waitFor()
    const steps = await product.query('select due_on::text from lead_next_steps')
    expect(steps).toEqual([{ due_on: '2026-01-15' }])
    await own.getByRole('button', { name: 'Add a tag' }).click()
    await own.getByLabel('New tag').fill('Hot')
    await own.getByRole('button', { name: 'Add', exact: true }).click()
    await own.getByRole('button', { name: 'Take off the tag Hot' }).waitFor()
    await own.getByRole('button', { name: 'Add a note' }).click()
    await expectSound(page)
    await own
      .getByRole('textbox', { name: 'Note' })
      .fill('Has a salon with two chairs.\nWants to start in January.')
    await own.getByRole('button', { name: 'Save' }).click()
    await noteSaved(own)
    const note = own.getByRole('list', { name: 'Notes' }).getByRole('listitem')
    await note.getByText('Wants to start in January.').waitFor()
    await note.getByRole('button', { name: 'Edit the note' }).click()
    await note.getByRole('textbox', { name: 'Note' }).fill('Wants to start in March.')
    await note.getByRole('button', { name: 'Save' }).click()
    await noteSaved(own)
    await note.getByText('Wants to start in March.').waitFor()
    await expectSound(page)
    // Nothing waits for a CRM that is not there.
    expect(
      await page
        .getByRole('dialog')
        .getByText(/waiting for the CRM/)
        .count(),
    ).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByText('Call back about the price').first().waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: '1 next step is due' }).click()
    const due = page.getByRole('list', { name: 'Next steps' })
    await due.getByText('Call back about the price').waitFor()
    await expectSound(page)
    await due.getByRole('button', { name: `Done with ${who}` }).click()
    await toastWith(page, 'Done')
    await page.getByText('Nothing to do').waitFor()

    await page.goBack()
    await page.getByRole('link', { name: who }).click()
    await own.getByRole('button', { name: 'Take off the tag Hot' }).click()
    await own.getByRole('button', { name: 'Take off the tag Hot' }).waitFor({ state: 'detached' })
    await note.getByRole('button', { name: 'Delete the note' }).click()
    await note.getByRole('button', { name: 'Really delete the note' }).click()
    await note.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  })
})

thoroughTest('what could not be loaded of a lead is said, with another try', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
  // At each change what failed would be read anew, and the button for another try be gone.
  await hearsNothing(page)
  let isBusy = true
  for (const path of ['leads/*/notes', 'leads/*/tags', 'leads/*/unconfirmed', 'ads/credit/*'])
    await page.route(`**/api/${path}`, (route) =>
      isBusy ? route.fulfill({ status: 503, body: '{"error":"Busy."}' }) : route.continue(),
    )
  await page.getByRole('link', { name: 'Cleo Marchetti' }).click()
  const dialog = page.getByRole('dialog')
  const failed = (what: string) =>
    dialog.getByRole('alert').filter({ hasText: `${what} could not be loaded` })
  const retry = async (what: string) => {
    await failed(what).getByRole('button', { name: 'Try again' }).click()
    await failed(what).waitFor({ state: 'detached' })
  }
  await failed('Notes and the next step').waitFor()
  await failed('Details from other browsers').waitFor()
  await failed('Which ad it was').waitFor()
  await expectSound(page)
  await page.unroute('**/api/leads/*/notes')
  await retry('Notes and the next step')
  await failed('Tags').waitFor()
  await expectSound(page)
  isBusy = false
  for (const what of ['Tags', 'Details from other browsers', 'Which ad it was']) await retry(what)
  await dialog.getByRole('button', { name: 'Add a tag' }).waitFor()
  await dialog.getByRole('heading', { name: 'Why this ad' }).waitFor()
  await context.close()
})

thoroughTest('does not end another next step than the one that is shown, and shows that one', async () => {
  const owner = await product.owner()
  const id = await product.leadIdOf('cleo@example.com')
  const set = (text: string, dueOn: string) =>
    sendJson(owner, 'PUT', `/api/leads/${id}/next-step`, { text, dueOn })
  await set('Call on Monday', '2026-11-30')
  const { page, context, problems } = await openDashboard(browser, product.url, {
    search: '?tab=leads&range=all',
  })
  await hearsNothing(page)
  await page.getByRole('link', { name: 'Cleo Marchetti' }).click()
  const own = page.getByRole('region', { name: 'Notes and next step' })
  await own.getByText('Call on Monday').waitFor()
  await set('Send the contract', '2026-12-04')
  await own.getByRole('button', { name: 'Done with the next step' }).click()
  await toastWith(page, 'The next step was changed meanwhile.')
  await own.getByText('Send the contract').waitFor()
  expect((await owner.get(`/api/leads/${id}/notes`)).body.nextStep.text).toBe('Send the contract')
  await own.getByRole('button', { name: 'Done with the next step' }).click()
  await own.getByRole('button', { name: 'Set a next step' }).waitFor()
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  await context.close()
})

thoroughTest(
  'keeps a note that is being typed when the panel closes, the page loads again or the session ends',
  async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
    const own = page.getByRole('region', { name: 'Notes and next step' })
    const box = own.getByRole('textbox', { name: 'Note' })
    const text = 'Asked for the price twice.\nHas two chairs.'
    const open = () => page.getByRole('link', { name: 'Cleo Marchetti' }).click()
    const isKept = (typed: string) => expect.poll(() => box.inputValue()).toBe(typed)
    await open()
    await own.getByRole('button', { name: 'Add a note' }).click()
    await box.fill(text)
    await page.keyboard.press('Escape')
    await own.waitFor({ state: 'detached' })
    await open()
    await isKept(text)
    await page.reload()
    await isKept(text)
    // The session ends as the note is sent: a read that is still under way would show the sign-in before the press.
    const notes = '**/api/leads/*/notes'
    await page.route(notes, async (route) => {
      if (route.request().method() === 'POST') await context.clearCookies()
      await route.continue()
    })
    await own.getByRole('button', { name: 'Save' }).click()
    await page.getByPlaceholder('Enter access code').waitFor()
    await page.unroute(notes)
    await signIn(context, product.url)
    await page.reload()
    await isKept(text)
    await own.getByRole('button', { name: 'Save' }).click()
    const note = own.getByRole('list', { name: 'Notes' }).getByRole('listitem')
    await note.getByText('Has two chairs.').waitFor()
    await own.getByRole('button', { name: 'Add a note' }).waitFor()
    await note.getByRole('button', { name: 'Edit the note' }).click()
    await box.fill('Has three chairs.')
    await page.goBack()
    await own.waitFor({ state: 'detached' })
    await open()
    await isKept('Has three chairs.')
    await expectSound(page)
    await own.getByRole('button', { name: 'Cancel' }).click()
    await note.getByText('Has two chairs.').waitFor()
    await page.reload()
    await note.getByText('Has two chairs.').waitFor()
    expect(await box.count()).toBe(0)
    await context.close()
  },
)

thoroughTest(
  'keeps a next step that is being typed when the panel closes or the session ends, until it is saved or dropped',
  async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
    const own = page.getByRole('region', { name: 'Notes and next step' })
    const what = own.getByLabel('What is next?')
    const open = () => page.getByRole('link', { name: 'Cleo Marchetti' }).click()
    const isKept = async (text: string, dueOn: string) => {
      await expect.poll(() => what.inputValue()).toBe(text)
      expect(await own.getByLabel('By').inputValue()).toBe(dueOn)
    }
    await open()
    await own.getByRole('button', { name: 'Set a next step' }).click()
    await what.fill('Send the offer')
    await own.getByLabel('By').fill('2026-12-11')
    await page.keyboard.press('Escape')
    await own.waitFor({ state: 'detached' })
    await open()
    await isKept('Send the offer', '2026-12-11')
    // As the step is sent, as with the note above.
    const step = '**/api/leads/*/next-step'
    await page.route(step, async (route) => {
      await context.clearCookies()
      await route.continue()
    })
    await own.getByRole('button', { name: 'Save' }).click()
    await page.getByPlaceholder('Enter access code').waitFor()
    await page.unroute(step)
    await signIn(context, product.url)
    await page.reload()
    await isKept('Send the offer', '2026-12-11')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('Send the offer').waitFor()
    await own.getByRole('button', { name: 'Change the next step' }).click()
    await what.fill('Send nothing')
    await own.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await own.getByText('Send the offer').waitFor()
    expect(await what.count()).toBe(0)
    await context.close()
  },
)

ordinaryTest('keep what another device wrote where they were not told of it', async () => {
  const owner = await product.owner()
  const id = await product.leadIdOf('cleo@example.com')
  const noteId = crypto.randomUUID()
  await owner.post(`/api/leads/${id}/notes`, { noteId, text: 'Two chairs.' })
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ search: `?tab=leads&range=all&open=${id}`, size: windowsOfRun[0]?.[1] },
  })
  await hearsNothing(page)
  const own = page.getByRole('region', { name: 'Notes and next step' })
  await own.getByRole('button', { name: 'Edit the note' }).click()
  await own.getByRole('textbox', { name: 'Note' }).fill('Three chairs.')
  await sendJson(owner, 'PUT', `/api/leads/${id}/notes/${noteId}`, { text: 'Starts in May.' })
  await own.getByRole('button', { name: 'Save' }).click()
  await own.getByText('it says now: “Starts in May.”').waitFor()
  await own.getByText('The note was changed meanwhile.').waitFor()
  await own.getByRole('button', { name: 'Save' }).click()
  await noteSaved(own)
  await own.getByRole('list', { name: 'Notes' }).getByText('Three chairs.').waitFor()
  const step = { text: 'Send the contract', dueOn: '2026-12-04' }
  await own.getByRole('button', { name: 'Set a next step' }).click()
  await own.getByLabel('What is next?').fill('Call back')
  await sendJson(owner, 'PUT', `/api/leads/${id}/next-step`, step)
  await own.getByRole('button', { name: 'Save' }).click()
  await own.getByText('it says now: “Send the contract, due').waitFor()
  await expectSound(page)
  const { nextStep } = (await owner.get(`/api/leads/${id}/notes`)).body
  expect(nextStep).toEqual(step)
  await own.getByRole('button', { name: 'Save' }).click()
  await own.getByText('Call back').waitFor()
  await owner.send('DELETE', `/api/leads/${id}/notes/${noteId}`)
  await owner.send('DELETE', `/api/leads/${id}/next-step`)
  await context.close()
})

ordinaryTest('say what another device wrote before they replace it', async () => {
  const owner = await product.owner()
  const id = await product.leadIdOf('cleo@example.com')
  const noteId = crypto.randomUUID()
  await owner.post(`/api/leads/${id}/notes`, { noteId, text: 'Two chairs.' })
  const set = (text: string) =>
    sendJson(owner, 'PUT', `/api/leads/${id}/next-step`, { text, dueOn: '2026-12-04' })
  await set('Call back')
  const { page, context, problems } = await openDashboard(browser, product.url, {
    ...{ search: `?tab=leads&range=all&open=${id}`, size: windowsOfRun[0]?.[1] },
  })
  const own = page.getByRole('region', { name: 'Notes and next step' })
  // From then on it hears of each change as it happens.
  const listens = () => page.getByText(/^live/).waitFor()
  await listens()
  await own.getByRole('button', { name: 'Edit the note' }).click()
  await own.getByRole('textbox', { name: 'Note' }).fill('Three chairs.')
  await own.getByRole('button', { name: 'Change the next step' }).click()
  await own.getByLabel('What is next?').fill('Call back twice')
  expect(await own.getByText('changed elsewhere').count()).toBe(0)
  await sendJson(owner, 'PUT', `/api/leads/${id}/notes/${noteId}`, { text: 'Two chairs. Starts in May.' })
  await set('Send the contract')
  await own.getByText('it says now: “Two chairs. Starts in May.”').waitFor()
  await own.getByText('it says now: “Send the contract, due').waitFor()
  await expectSound(page)
  // It is as true after the page was loaded again.
  await page.reload()
  await own.getByText('it says now: “Two chairs. Starts in May.”').waitFor()
  await own.getByText('it says now: “Send the contract, due').waitFor()
  await own.getByRole('button', { name: 'Cancel' }).first().click()
  await own.getByText('Send the contract').waitFor()
  await own.getByRole('list', { name: 'Notes' }).getByRole('button', { name: 'Save' }).click()
  await noteSaved(own)
  await own.getByText('Three chairs.').waitFor()
  await own.getByText('changed elsewhere').waitFor({ state: 'detached' })
  // What is typed in place of a note that is deleted meanwhile goes on as a new one.
  await own.getByRole('button', { name: 'Edit the note' }).click()
  await own.getByRole('textbox', { name: 'Note' }).fill('Four chairs.')
  await listens()
  // It goes after five seconds.
  await Promise.all([
    toastWith(page, 'The note was deleted elsewhere'),
    sendJson(owner, 'DELETE', `/api/leads/${id}/notes/${noteId}`, {}),
  ])
  expect(await own.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Four chairs.')
  await own.getByRole('button', { name: 'Save' }).click()
  await own.getByRole('list', { name: 'Notes' }).getByText('Four chairs.').waitFor()
  expect(problems).toEqual([])
  const [kept] = (await owner.get(`/api/leads/${id}/notes`)).body.notes
  await sendJson(owner, 'DELETE', `/api/leads/${id}/notes/${kept.id}`, {})
  await sendJson(owner, 'DELETE', `/api/leads/${id}/next-step`, {
    ...{ text: 'Send the contract', dueOn: '2026-12-04' },
  })
  await context.close()
})

ordinaryTest(
  'are written by keyboard alone: a form has the focus, and what opened it gets it back',
  async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
    await page.getByRole('link', { name: 'Cleo Marchetti' }).click()
    const own = page.getByRole('region', { name: 'Notes and next step' })
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        const label =
          activeElement?.closest('label') ??
          (activeElement?.id && document.querySelector(`label[for="${activeElement.id}"]`))
        return (label || activeElement)?.textContent?.trim().slice(0, 40)
      })
    const open = async (button: string, field: string) => {
      await own.getByRole('button', { name: button }).press('Enter')
      await expect.poll(focused).toBe(field)
    }
    await open('Set a next step', 'What is next?')
    await page.keyboard.type('Call back')
    await page.keyboard.press('Enter')
    await own.getByText('Call back').waitFor()
    await expect.poll(focused).toBe('Change the next step')
    await open('Change the next step', 'What is next?')
    await own.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(focused).toBe('Change the next step')
    await open('Add a note', 'Note')
    await page.keyboard.type('Likes mornings.')
    await own.getByRole('button', { name: 'Save' }).press('Enter')
    await noteSaved(own)
    await own.getByText('Likes mornings.').waitFor()
    await expect.poll(focused).toBe('Add a note')
    await open('Edit the note', 'Note')
    await own.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(focused).toBe('Edit the note')
    await own.getByRole('button', { name: 'Delete the note' }).press('Enter')
    await own.getByRole('button', { name: 'Really delete the note' }).press('Enter')
    await own.getByText('Likes mornings.').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Add a note')
    await own.getByRole('button', { name: 'Add a tag' }).press('Enter')
    await own.getByLabel('New tag').waitFor()
    await page.keyboard.type('Warm')
    await page.keyboard.press('Enter')
    const takeOff = own.getByRole('button', { name: 'Take off the tag Warm' })
    await takeOff.waitFor()
    await expect.poll(focused).toBe('Add a tag')
    await takeOff.press('Enter')
    await takeOff.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Add a tag')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect.poll(focused).toMatch(/^Current password/)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(focused).toBe('Change')
    await context.close()
  },
)

thoroughTest('says at the day of a next step why it is refused', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
  await page.getByRole('link', { name: 'Cleo Marchetti' }).click()
  const own = page.getByRole('region', { name: 'Notes and next step' })
  await own.getByRole('button', { name: /^(Set a next step|Change the next step)$/ }).click()
  const why = 'By must be a date like 2026-11-21.'
  await page.route('**/api/leads/*/next-step', (route) =>
    route.fulfill({ status: 422, json: { error: why, fields: { dueOn: why } } }),
  )
  await own.getByLabel('What is next?').fill('Call once more')
  await own.getByRole('button', { name: 'Save' }).click()
  await own.getByRole('alert').filter({ hasText: why }).waitFor()
  expect(await own.getByLabel('By', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await expectSound(page)
  await own.getByRole('button', { name: 'Cancel' }).click()
  await context.close()
})
