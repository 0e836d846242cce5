import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openDashboard } from '#support/owner-dashboard.ts'
import { sendJson } from '#support/send-json.ts'

const { product, browser } = await browseProduct()
const owner = await product.owner()
const visitor = product.browser()
await visitor.post('/api/visitors/page-view', { path: '/meme' })
await visitor.post('/api/capture-lead', {
  ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
})

const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

async function openAlerts() {
  await sendJson(owner, 'PUT', '/api/alerts/settings', {
    ...{ emailTo: 'me@example.com', emailNewLead: false, emailTrouble: false },
  })
  const opened = await openDashboard(browser, product.url, { search: '?tab=leads' })
  await opened.page.getByRole('button', { name: 'Settings' }).click()
  const dialog = opened.page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByLabel('Email address for alerts').waitFor()
  return { ...opened, dialog }
}

/** Holds back the answers to changes of one path, until each is let go. */
async function holdChanges(page: Page, path: string) {
  const held: (() => void)[] = []
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    const answer = await route.fetch()
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ response: answer })
  })
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    held.shift()?.()
  }
}

describe('whoever works by keyboard stays where they are', () => {
  it('when an address of alerts is saved', async () => {
    const { page, context, dialog } = await openAlerts()
    const letGo = await holdChanges(page, '/api/alerts/settings')
    await dialog.getByLabel('Email address for alerts').fill('you@example.com')
    const save = dialog.getByRole('button', { name: /by email/ }).first()
    await save.press('Enter')
    await dialog.getByRole('button', { name: 'Saving… by email' }).waitFor()
    expect(await hasFocus(save)).toBe(true)
    // Pressed again it does nothing: there is one answer to let go.
    await page.keyboard.press('Enter')
    await letGo()
    await dialog.getByRole('button', { name: 'Save address by email' }).waitFor()
    expect(await hasFocus(save)).toBe(true)
    expect(await save.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    // Left, it is disabled as it was before, and what comes next is next to it.
    expect(await hasFocus(dialog.getByRole('button', { name: 'Send a test by email' }))).toBe(true)
    await expect.poll(() => save.getAttribute('disabled')).toBe('')
    await context.close()
  })

  it('when a rule is switched off', async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=autotags' })
    const letGo = await holdChanges(page, '/toggle')
    const rule = page.getByRole('list', { name: 'Rules' }).getByRole('switch').first()
    const before = await rule.isChecked()
    await rule.press('Space')
    await expect.poll(() => rule.isDisabled()).toBe(true)
    expect(await hasFocus(rule)).toBe(true)
    await page.keyboard.press('Space')
    await letGo()
    await expect.poll(() => rule.isDisabled()).toBe(false)
    expect(await rule.isChecked()).toBe(!before)
    expect(await hasFocus(rule)).toBe(true)
    await context.close()
  })

  it('when the tags of a page are saved', async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=pages' })
    await page.getByRole('link', { name: '/meme', exact: true }).click()
    const edit = page.getByRole('button', { name: 'Edit the CRM tags' })
    await edit.press('Enter')
    await page.getByLabel('Add a tag for leads of this page').fill('From the meme')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await edit.waitFor()
    await expect.poll(() => hasFocus(edit)).toBe(true)
    await context.close()
  })
})

describe('a switch', () => {
  it('never goes back on the way to what it was set to', async () => {
    const { page, context, dialog } = await openAlerts()
    const letGo = await holdChanges(page, '/api/alerts/settings')
    const newLead = dialog.getByRole('switch', { name: /New lead.*by email/ })
    const isChecked = await newLead.evaluate(async (input) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('This is no switch.')
      input.click()
      // What follows in the same task is over before anything is drawn.
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
      return input.checked
    })
    expect(isChecked).toBe(true)
    await letGo()
    await context.close()
  })
})

describe('what is chosen or typed while something else is being saved', () => {
  it('stays: two switches of the alerts', async () => {
    const { page, context, dialog } = await openAlerts()
    const letGo = await holdChanges(page, '/api/alerts/settings')
    const [newLead, trouble] = [/New lead.*by email/, /Something broke.*by email/].map((name) =>
      dialog.getByRole('switch', { name }),
    )
    await newLead?.check()
    await trouble?.check()
    await letGo()
    // Once the first is answered, the second still is what was chosen.
    await expect.poll(() => newLead?.isChecked()).toBe(true)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    expect(await trouble?.isChecked()).toBe(true)
    await letGo()
    await expect
      .poll(async () => (await owner.get('/api/alerts/settings')).body)
      .toMatchObject({ emailNewLead: true, emailTrouble: true })
    expect(await newLead?.isChecked()).toBe(true)
    expect(await trouble?.isChecked()).toBe(true)
    await context.close()
  })

  it('stays: the address of alerts', async () => {
    const { page, context, dialog } = await openAlerts()
    const letGo = await holdChanges(page, '/api/alerts/settings')
    const address = dialog.getByLabel('Email address for alerts')
    await address.fill('first@example.com')
    await dialog.getByRole('button', { name: 'Save address by email' }).click()
    await dialog.getByRole('button', { name: 'Saving… by email' }).waitFor()
    await address.fill('second@example.com')
    await letGo()
    await dialog.getByRole('button', { name: 'Save address by email' }).waitFor()
    expect(await address.inputValue()).toBe('second@example.com')
    await dialog.getByRole('button', { name: 'Save address by email' }).click()
    await letGo()
    await expect
      .poll(async () => (await owner.get('/api/alerts/settings')).body.emailTo)
      .toBe('second@example.com')
    await context.close()
  })

  it('stays: the address of alerts that another window changes, which is said; a switch follows', async () => {
    const { context, dialog } = await openAlerts()
    const address = dialog.getByLabel('Email address for alerts')
    const set = (settings: object) => sendJson(owner, 'PUT', '/api/alerts/settings', settings)
    await set({ emailTo: 'before@example.com', emailTrouble: true })
    await expect.poll(() => address.inputValue()).toBe('before@example.com')
    await expect
      .poll(() => dialog.getByRole('switch', { name: /Something broke.*by email/ }).isChecked())
      .toBe(true)
    await address.fill('typed@example.com')
    await set({ emailTo: 'after@example.com' })
    await dialog.getByText('Saving replaces what it says now: “after@example.com”').waitFor()
    expect(await address.inputValue()).toBe('typed@example.com')
    await dialog.getByRole('button', { name: 'Save address by email' }).click()
    await expect
      .poll(async () => (await owner.get('/api/alerts/settings')).body.emailTo)
      .toBe('typed@example.com')
    await dialog.getByText('Saving replaces what it says now').waitFor({ state: 'detached' })
    await context.close()
  })

  it('stays: the next step of a lead, and the next tag', async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=leads&range=all' })
    await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
    const own = page.getByRole('region', { name: 'Notes and next step' })
    const letStepGo = await holdChanges(page, '/next-step')
    await own.getByRole('button', { name: 'Set a next step' }).click()
    const step = own.getByLabel('What is next?')
    await step.fill('Call back')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByRole('button', { name: 'Saving…' }).waitFor()
    await step.fill('Call back on Friday')
    await letStepGo()
    await own.getByRole('button', { name: 'Save' }).waitFor()
    expect(await step.inputValue()).toBe('Call back on Friday')
    // Nobody else has changed it.
    expect(await own.getByText('meanwhile').count()).toBe(0)
    await own.getByRole('button', { name: 'Save' }).click()
    await letStepGo()
    await own.getByText('Call back on Friday').waitFor()
    await step.waitFor({ state: 'detached' })

    const letTagGo = await holdChanges(page, '/tags')
    await own.getByRole('button', { name: 'Add a tag' }).click()
    const tag = own.getByLabel('New tag')
    await tag.fill('Hot')
    await tag.press('Enter')
    await expect.poll(() => own.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
    await tag.fill('Has a salon')
    await letTagGo()
    await own.getByRole('button', { name: 'Take off the tag Hot' }).waitFor()
    await expect.poll(() => own.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(false)
    expect(await tag.inputValue()).toBe('Has a salon')
    await tag.press('Enter')
    await letTagGo()
    await own.getByRole('button', { name: 'Take off the tag Has a salon' }).waitFor()
    await tag.waitFor({ state: 'detached' })
    await context.close()
  })

  it('stays: the tags of a page', async () => {
    const { page, context } = await openDashboard(browser, product.url, { search: '?tab=pages' })
    await page.getByRole('link', { name: '/meme', exact: true }).click()
    const letGo = await holdChanges(page, '/tags')
    await page.getByRole('button', { name: 'Edit the CRM tags' }).click()
    const field = page.getByLabel('Add a tag for leads of this page')
    const form = page.locator('form').filter({ has: field })
    await field.fill('Saved first')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByRole('button', { name: 'Saving…' }).waitFor()
    await field.fill('Saved second')
    await letGo()
    await form.getByRole('list').first().getByText('Saved first').waitFor()
    expect(await field.inputValue()).toBe('Saved second')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await letGo()
    await field.waitFor({ state: 'detached' })
    await page.getByText('Saved second', { exact: true }).waitFor()
    await context.close()
  })
})

it.each([
  ['a day off', '?tab=site&page=booked-calls', 'Day', '2031-12-24'],
  [
    'the private address of a calendar',
    '?tab=site&page=booked-calls',
    'Private iCal address',
    'https://example.com/a.ics',
  ],
  ['a rate between currencies', '?tab=ads&part=spend', 'is', '1.08'],
  ['the name of a key', '?tab=ads&part=spend', 'Name of the key', 'Google script'],
  ['an address to block', '?tab=blocked-ips', 'IP address', '192.0.2.7'],
])(
  '%s that is typed and not saved is there when its screen is come back to',
  async (_what, search, label, text) => {
    const { page, context } = await openDashboard(browser, product.url, { search })
    const field = page.getByLabel(label, { exact: true })
    await field.fill(text)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Leads' }).click()
    await field.waitFor({ state: 'detached' })
    await page.goBack()
    await field.waitFor()
    expect(await field.inputValue()).toBe(text)
    await context.close()
  },
)

it('a rule in which nothing differs from what is saved is not said to be unsaved', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=autotags' })
  const [rule] = (await owner.get('/api/auto-tags/rules')).body
  const open = () => page.getByRole('button', { name: `Edit ${rule.name}` }).click()
  const dialog = page.getByRole('dialog')
  const unsaved = page.getByRole('list', { name: 'Not saved' })
  await open()
  await dialog.getByLabel('Description (optional)').fill('Typed here, saved elsewhere')
  await page.keyboard.press('Escape')
  await unsaved.waitFor()
  await sendJson(owner, 'PUT', `/api/auto-tags/rules/${rule.id}`, {
    ...{ name: rule.name, tagName: rule.tagName, trigger: rule.trigger, conditions: rule.conditions },
    description: 'Typed here, saved elsewhere',
  })
  await page.reload()
  await page.getByText('Typed here, saved elsewhere').waitFor()
  expect(await unsaved.count()).toBe(0)
  await context.close()
})
