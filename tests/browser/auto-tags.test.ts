import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { accessibilityProblems, isWiderThanWindow, openChromium } from '#support/chromium.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { openDashboard } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const desk = { width: 1280, height: 800 }
const handheld = { width: 390, height: 844 }
const token = 'pit-auto-tags'

let product: RunningProduct
let crm: CrmServer
let browser: Browser
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId: 'loc1' })
  product = await runProduct({
    retryDelaySeconds: 600,
    environment: { GHL_TOKEN: token, GHL_LOCATION_ID: 'loc1', GHL_BASE_URL: crm.url },
  })
  owner = await product.owner()
  await becomeLead('Ann Okonkwo', 'ann@example.com', '/meme')
  await becomeLead('Bo Lindqvist', 'bo@example.com', '/freetraining')
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
  await crm?.stop()
})

async function becomeLead(name: string, email: string, page: string) {
  const visitor = product.browser()
  await visitor.post('/api/visitors/page-view', { path: page })
  await visitor.post('/api/capture-lead', { name, email, phone: '202-555-0143', page })
  return (await owner.get(`/api/leads/${await product.leadIdOf(email)}/tags`)).body.map(
    (tag: { tagName: string }) => tag.tagName,
  )
}
type Rule = { id: string; name: string; tagName: string; conditions: object }
const rules = async (): Promise<Rule[]> => (await owner.get('/api/auto-tags/rules')).body

const openTab = (size: { width: number; height: number }, tab: string) =>
  openDashboard(browser, product.url, { size, search: `?tab=${tab}&range=all` })
const toast = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).first().waitFor()

async function expectSound(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [device, size] of shareOf([
  ['on a phone', handheld],
  ['at a desk', desk],
] as const))
  describe(`AutoTags ${device}`, () => {
    ordinaryTest(
      'adds a rule after trying it out, changes it, and deletes it after saying what stays',
      async () => {
        const { page, context, problems } = await openTab(size, 'autotags')
        const dialog = page.getByRole('dialog')
        await page.getByRole('button', { name: 'New rule' }).click()
        await dialog.getByText(/^\d+ people would have got this tag/).waitFor()
        await dialog.getByText('Sent the form on /meme').first().waitFor()
        await expectSound(page)
        await dialog.getByRole('button', { name: 'Create rule' }).click()
        expect(await dialog.getByText('is needed').count()).toBe(2)
        await expectSound(page)

        await dialog.getByLabel('Name').fill('Meme people')
        await dialog.getByLabel('Tag in the CRM').fill('VH05 - Meme')
        await dialog.getByLabel('Pages whose path is exactly').fill('/meme')
        await dialog.getByRole('button', { name: 'Add' }).last().click()
        await dialog.getByText(/would have got this tag\. (None|1) of them has it/).waitFor()
        await dialog
          .getByText('Gives “VH05 - Meme” to everyone who sends a lead form where the path is /meme.')
          .waitFor()
        await dialog.getByRole('button', { name: 'Create rule' }).click()
        await toast(page, 'AutoTag rule created successfully')
        await dialog.waitFor({ state: 'detached' })
        expect((await rules()).find(({ name }) => name === 'Meme people')).toMatchObject({
          tagName: 'VH05 - Meme',
          conditions: { exactPage: ['/meme'] },
        })
        expect(await becomeLead('Cy Odd', `cy-${size.width}@example.com`, '/meme')).toContain('VH05 - Meme')

        await page.getByRole('button', { name: 'Edit Meme people' }).click()
        await dialog.getByLabel('When').selectOption('Video watched')
        await dialog.getByLabel('Watched at least to').fill('11:75')
        await dialog.getByRole('button', { name: 'Save rule' }).click()
        await dialog.getByText('must be minutes and seconds, like 11:55').waitFor()
        await dialog.getByLabel('Watched at least to').fill('2:05')
        await dialog.getByLabel('Name').fill('Saw pitch')
        await dialog.getByRole('button', { name: 'Save rule' }).click()
        await dialog.getByText('There is a rule called “Saw pitch” already.').waitFor()
        await expectSound(page)
        await dialog.getByLabel('Name').fill('Meme watchers')
        await dialog.getByRole('button', { name: 'Save rule' }).click()
        await toast(page, 'AutoTag rule updated successfully')
        expect((await rules()).find(({ name }) => name === 'Meme watchers')).toMatchObject({
          conditions: { exactPage: ['/meme'], watchTime: 125 },
        })

        await page.getByRole('button', { name: 'Edit Meme watchers' }).click()
        await dialog.getByRole('button', { name: 'Delete rule…' }).click()
        await dialog.getByText('The tags it gave stay with their leads').waitFor()
        await expectSound(page)
        await dialog.getByRole('button', { name: 'Keep it' }).click()
        await dialog.getByRole('button', { name: 'Delete rule…' }).click()
        await dialog.getByRole('button', { name: 'Delete for good' }).click()
        await toast(page, 'AutoTag rule deleted successfully')
        await page.getByRole('switch', { name: /Meme watchers/ }).waitFor({ state: 'detached' })
        expect((await rules()).length).toBe(4)
        expect(problems).toEqual([])
        await context.close()
      },
    )

    ordinaryTest(
      'edits the tags of one page for real, and leaves those of every page to AutoTags',
      async () => {
        const { page, context, problems } = await openTab(size, 'pages')
        const dialog = page.getByRole('dialog')
        await page.getByRole('link', { name: '/freetraining', exact: true }).click()
        await dialog.getByRole('button', { name: 'Edit the CRM tags' }).click()
        await dialog.getByText('Every page: change in AutoTags').waitFor()
        expect(await dialog.getByRole('button', { name: /Remove the tag/ }).count()).toBe(0)
        const field = dialog.getByLabel('Add a tag for leads of this page')
        await field.fill('   ')
        await page.keyboard.press('Enter')
        await field.fill('Watcher')
        await page.keyboard.press('Enter')
        await expectSound(page)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.getByText('Rule “Watcher on /freetraining”, for this page').waitFor()
        expect(await becomeLead('Di', `di-${size.width}@example.com`, '/freetraining')).toContain('Watcher')
        expect(await becomeLead('Ed', `ed-${size.width}@example.com`, '/freetraining2')).not.toContain(
          'Watcher',
        )
        await dialog.getByRole('button', { name: 'Edit the CRM tags' }).click()
        await dialog.getByRole('button', { name: 'Remove the tag Watcher' }).click()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.getByRole('button', { name: 'Edit the CRM tags' }).waitFor()
        expect((await rules()).length).toBe(4)
        expect(problems).toEqual([])
        await context.close()
      },
    )

    ordinaryTest('retries what the CRM did not take', async () => {
      // What the tests before gave a tag is retried, too, where the CRM forgets it only now.
      await waitFor('the deliveries so far', async () => {
        const logs: { status: string }[] = (await owner.get('/api/auto-tags/logs')).body
        return logs.every(({ status }) => status !== 'waiting')
      })
      await crm.failWith('forget-writes')
      const name = `Fay ${size.width}`
      await becomeLead(name, `fay-${size.width}@example.com`, '/meme')
      const failed = async () =>
        (await owner.get(`/api/auto-tags/logs?q=fay-${size.width}`)).body.some(
          (log: { status: string }) => log.status === 'error',
        )
      await waitFor('the failure', failed)
      const { page, context, problems } = await openTab(size, 'autotags')
      const retry = page.getByRole('button', { name: `Retry VH01 - Lead for ${name}` })
      await retry.waitFor()
      await expectSound(page)
      await page.getByLabel('Show the log of').selectOption('Booked call')
      await page.getByText('No activity logs available').waitFor()
      await page.getByRole('button', { name: 'Show All' }).click()
      await page.route('**/replay', (route) =>
        route.fulfill({ status: 503, body: '{"error":"The service is busy."}' }),
      )
      await retry.click()
      await toast(page, 'Failed to retry the delivery')
      await page.unroute('**/replay')
      await crm.recover()
      await retry.click()
      await toast(page, 'Delivery back in the queue')
      await retry.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Retry all failed' }).click()
      await toast(page, 'Nothing to retry')
      expect(problems).toEqual([])
      await context.close()
    })
  })

thoroughTest('offers no dates where everything is of all time, and says so of the log', async () => {
  const { page, context } = await openTab(handheld, 'autotags')
  await page.getByText(/^\d+ entries, all time$/).waitFor()
  const dates = page.getByRole('banner').getByRole('button', { name: 'Date range' })
  expect(await dates.count()).toBe(0)
  await page.goto(`${product.url}/analytics?tab=blocked-ips&range=all`)
  await page.getByText('No blocked IP addresses').waitFor()
  expect(await dates.count()).toBe(0)
  await page.goto(`${product.url}/analytics?tab=visitors&range=all`)
  await dates.waitFor()
  await context.close()
})

ordinaryTest(
  'tells on from off, and the view that is open, where the system chooses the colors',
  async () => {
    const { page, context } = await openTab(desk, 'autotags')
    await page.emulateMedia({ forcedColors: 'active' })
    const knob = page
      .getByRole('switch', { name: /^Booked call/ })
      .locator('xpath=following-sibling::span[1]/span')
    const colors = await knob.evaluate((element) =>
      [element, element.parentElement ?? element].map((one) => getComputedStyle(one).backgroundColor),
    )
    expect(colors[0]).not.toBe(colors[1])
    const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('link')
    const lines = await tabs.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderBottomColor))
    expect(lines.filter((color) => color !== lines[0])).toHaveLength(1)
    await context.close()
  },
)

ordinaryTest('shows each of two rules as it was switched while neither is answered', async () => {
  const { page, context, problems } = await openTab(handheld, 'autotags')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/toggle', (route) => answered.then(() => route.continue()))
  const names = [/^Booked call/, /^Saw pitch/]
  for (const name of names) await page.getByRole('switch', { name }).click()
  for (const name of names) await page.getByRole('switch', { name, checked: false, disabled: true }).waitFor()
  answer()
  for (const name of names) {
    await page.getByRole('switch', { name, checked: false, disabled: false }).click()
    await page.getByRole('switch', { name, checked: true, disabled: false }).waitFor()
  }
  expect(problems).toEqual([])
  await context.close()
})

ordinaryTest('calls the rule of a link a deleted one where it is, and leads back to all', async () => {
  const { page, context } = await openTab(desk, `autotags&rule=${randomUUID()}`)
  await page.getByRole('heading', { name: 'Activity log: a deleted rule' }).waitFor()
  const shown = page.getByLabel('Show the log of')
  expect(await shown.locator('option:checked').textContent()).toBe('A deleted rule')
  await shown.selectOption('All rules')
  await page.getByRole('heading', { name: 'Activity log', exact: true }).waitFor()
  await context.close()
})

describe('the rule editor', () => {
  ordinaryTest('is worked by keyboard alone, and gives focus back', async () => {
    const { page, context } = await openTab(desk, 'autotags')
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      )
    await page.getByRole('button', { name: 'New rule' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.getByLabel('Name').focus()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.type('VH06')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Page')
    await page.keyboard.press('Tab')
    await page.keyboard.type('builder')
    await page.keyboard.press('Enter')
    await page.getByText('where the path contains builder').waitFor()
    // The button goes with its entry, and the field is what is left.
    await page.getByRole('button', { name: /^Remove the .+ builder$/ }).press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.type('builder')
    await page.keyboard.press('Enter')
    await page.getByText('where the path contains builder').waitFor()
    await page.keyboard.press('Enter')
    await toast(page, 'AutoTag rule created successfully')
    // The dialog closes a moment after the notice.
    await expect.poll(focused).toBe('New rule')
    expect((await rules()).find(({ name }) => name === 'By keyboard')).toMatchObject({
      tagName: 'VH06',
      trigger: 'page_view',
      conditions: { page: ['builder'] },
    })
    await page.getByRole('button', { name: 'Edit By keyboard' }).press('Enter')
    await page.getByRole('button', { name: 'Delete rule…' }).press('Enter')
    expect(await focused()).toBe('Keep it')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await toast(page, 'AutoTag rule deleted successfully')
    await context.close()
  })

  ordinaryTest('keeps what another device wrote where this one was not told of it', async () => {
    const draft = { name: 'Heard', description: '', tagName: 'VH09', trigger: 'booking', conditions: {} }
    const { id } = (await owner.post('/api/auto-tags/rules', draft)).body
    const { page, context } = await openTab(desk, 'autotags')
    await page.route('**/api/live', (route) => route.abort())
    await page.reload()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Edit Heard' }).click()
    await dialog.getByLabel('Description (optional)').fill('Mine')
    await sendJson(owner, 'PUT', `/api/auto-tags/rules/${id}`, { ...draft, name: 'Theirs' })
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await dialog.getByText('The rule was changed meanwhile.').waitFor()
    await dialog.getByText('it says now: “Theirs:').waitFor()
    expect((await rules()).find((rule) => rule.id === id)?.name).toBe('Theirs')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await toast(page, 'AutoTag rule updated successfully')
    expect((await rules()).find((rule) => rule.id === id)?.name).toBe('Heard')
    await owner.send('DELETE', `/api/auto-tags/rules/${id}`)
    await context.close()
  })

  thoroughTest(
    'keeps what is typed through a slip and a deletion elsewhere, until it is dropped',
    async () => {
      const { page, context, problems } = await openTab(handheld, 'autotags')
      const dialog = page.getByRole('dialog')
      const notSaved = page.getByRole('list', { name: 'Not saved' })
      const newRule = page.getByRole('button', { name: 'New rule' })
      const pages = dialog.getByLabel('Pages whose path contains')
      await newRule.click()
      await dialog.getByLabel('Name').fill('Half a rule')
      await pages.fill('builder')
      await page.keyboard.press('Escape')
      await notSaved.getByText('A new rule is not saved yet.').waitFor()
      await expectSound(page)
      // As when a session ends.
      await page.reload()
      await notSaved.getByRole('button', { name: 'Go on with the new rule' }).click()
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Half a rule')
      expect(await pages.inputValue()).toBe('builder')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await notSaved.count()).toBe(0)
      await newRule.click()
      expect(await dialog.getByLabel('Name').inputValue()).toBe('')
      await page.keyboard.press('Escape')

      const draft = { name: 'Shared', description: '', tagName: 'VH08', trigger: 'booking', conditions: {} }
      const { id } = (await owner.post('/api/auto-tags/rules', draft)).body
      await page.getByRole('button', { name: 'Edit Shared' }).click()
      await dialog.getByLabel('Description (optional)').fill('Mine')
      await sendJson(owner, 'PUT', `/api/auto-tags/rules/${id}`, { ...draft, name: 'Theirs' })
      await dialog.getByText('This rule was changed elsewhere meanwhile').waitFor()
      await expectSound(page)
      const read = page.waitForResponse((answer) => answer.url().endsWith('/api/auto-tags/rules'))
      await owner.send('DELETE', `/api/auto-tags/rules/${id}`)
      await read
      await dialog.getByRole('button', { name: 'Save rule' }).click()
      await dialog.getByText('There is no such rule.').waitFor()
      expect(await dialog.getByLabel('Description (optional)').inputValue()).toBe('Mine')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'takes the first press on Create rule while a page is still being typed, and adds its slash',
    async () => {
      for (const size of [desk, handheld]) {
        const { page, context } = await openTab(size, 'autotags')
        const dialog = page.getByRole('dialog')
        const name = `In one go ${size.width}`
        await page.getByRole('button', { name: 'New rule' }).click()
        await dialog.getByLabel('Name').fill(name)
        await dialog.getByLabel('Tag in the CRM').fill('VH07')
        await dialog.getByText(/would have got this tag/).waitFor()
        const counted = page.waitForResponse(
          (answer) =>
            answer.url().endsWith('/dry-run') && (answer.request().postData() ?? '').includes('/meme'),
        )
        await dialog.getByLabel('Pages whose path is exactly').fill('meme')
        await dialog.getByText('where the path is /meme.').waitFor()
        // The people of other pages are gone from the list: nothing moves any more by itself.
        await counted
        await dialog.getByText('Sent the form on /freetraining').first().waitFor({ state: 'detached' })
        // As a finger does it: pressed where the button is, and let go at the same place.
        const create = dialog.getByRole('button', { name: 'Create rule' })
        await create.scrollIntoViewIfNeeded()
        const box = await create.boundingBox()
        if (!box) throw new Error('the button is not on screen')
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
        await page.mouse.down()
        await page.mouse.up()
        await toast(page, 'AutoTag rule created successfully')
        const made = (await rules()).find((rule) => rule.name === name)
        expect(made).toMatchObject({ conditions: { exactPage: ['/meme'] } })
        await owner.send('DELETE', `/api/auto-tags/rules/${made?.id}`)
        await context.close()
      }
    },
  )

  thoroughTest('names the field that keeps a rule from being tried', async () => {
    const { page, context } = await openTab(handheld, 'autotags')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New rule' }).click()
    await dialog.getByLabel('When').selectOption('Video watched')
    await dialog.getByLabel('Watched at least to').fill('soon')
    await dialog.getByText('Shown once “Watched at least to” is right.').waitFor()
    await expectSound(page)
    await dialog.getByLabel('Watched at least to').fill('2:05')
    await dialog
      .getByText(/would have got this tag|would have tagged nobody|Nobody/)
      .first()
      .waitFor()
    await context.close()
  })

  thoroughTest('says what went wrong and keeps what was written', async () => {
    const { page, context } = await openTab(handheld, 'autotags')
    const dialog = page.getByRole('dialog')
    await page.route('**/api/auto-tags/rules/dry-run', (route) =>
      route.fulfill({ status: 500, body: '{"error":"Something went wrong on our side."}' }),
    )
    await page.getByRole('button', { name: 'New rule' }).click()
    await dialog.getByText('Could not be counted: Something went wrong on our side.').waitFor()
    await page.unroute('**/api/auto-tags/rules/dry-run')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('people would have got this tag').waitFor()
    await dialog.getByLabel('Name').fill('Kept')
    await dialog.getByLabel('Tag in the CRM').fill('Kept')
    await page.route('**/api/auto-tags/rules', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 503,
            body: '{"error":"The service is busy. Please try again in a moment."}',
          })
        : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    await page.getByText('Failed to create AutoTag rule').first().waitFor()
    await dialog.getByText('The service is busy. Please try again in a moment.').waitFor()
    await expectSound(page)
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Kept')
    await page.keyboard.press('Escape')
    await page.unroute('**/api/auto-tags/rules')
    await page.route('**/toggle', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('switch', { name: /Booked call/ }).click()
    await toast(page, 'Failed to update AutoTag rule')
    await context.close()
  })
})
