// A sample of it is in tests/browser/site-editor.test.ts.

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { waitFor } from '#support/eventually.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { openDashboard, saved } from '#support/site-editor.ts'

let product: RunningProduct
let browser: Browser
let owner: BrowserContext

beforeAll(async () => {
  product = await runProduct()
  browser = await openChromium()
  const opened = await openDashboard(browser, product, '?tab=site', 'phone')
  owner = opened.context
  await opened.page.close()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

// One owner with a window for each test.
async function open(part: string): Promise<Page> {
  const page = await owner.newPage()
  await page.goto(`${product.url}/analytics?tab=site&page=${part}`)
  return page
}
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

async function isOnScreen(page: Page, id: string): Promise<boolean> {
  const place = await page.locator(`[id="${id}"]`).boundingBox()
  const foot = await page.locator('[data-foot]').boundingBox()
  return place !== null && foot !== null && place.y > 0 && place.y + place.height <= foot.y
}

describe('a slip of the hand', () => {
  it('is taken back with one press: a text, a list, and going back too far', async () => {
    await contentEditor(await product.owner()).live((draft) => {
      draft.home.headline = 'The words visitors see'
    })
    const page = await open('home')
    const headline = box(page, 'Headline')
    await headline.fill('Oh no')
    await page.getByRole('button', { name: 'Undo: Headline' }).click()
    await expect.poll(() => headline.inputValue()).toBe('The words visitors see')
    await page.getByRole('button', { name: 'Reset: Headline' }).click()
    await expect.poll(() => headline.inputValue()).toBe('Build a software business without writing code')
    await page.getByRole('button', { name: 'Undo: Headline' }).click()
    await expect.poll(() => headline.inputValue()).toBe('The words visitors see')

    await page.goto(`${product.url}/analytics?tab=site&page=landerCollege`)
    await box(page, 'Headline').fill('Oh no')
    await page.getByRole('button', { name: 'Undo: Headline' }).press('Enter')
    // Whoever works by keyboard goes on from the field's name: the button goes with what it takes back.
    await expect.poll(() => hasFocus(page.locator('label', { hasText: /^Headline$/ }))).toBe(true)
    const list = page.getByRole('group', { name: 'Benefits' })
    const lines = list.getByRole('textbox')
    await lines.first().waitFor()
    const words = () => lines.evaluateAll((all) => all.map((one) => Reflect.get(one, 'value')))
    const before = await words()
    await list
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await list
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await list.getByRole('button', { name: 'Add to Benefits' }).click()
    expect(await words()).not.toEqual(before)
    const entries = list.getByRole('listitem').filter({ has: page.getByRole('textbox') })
    await list
      .getByRole('button', { name: /^Remove/ })
      .nth(1)
      .press('Enter')
    await list.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await expect.poll(() => hasFocus(entries.nth(1))).toBe(true)
    await list.getByRole('button', { name: 'Undo changes: Benefits' }).press('Enter')
    expect(await words()).toEqual(before)
    await expect.poll(() => hasFocus(list)).toBe(true)
    await page.getByText('Nothing to publish').waitFor()
    await page.close()
  })

  it('is not taken back twice: what discarding brought back is there once', async () => {
    const page = await open('portal')
    const weeks = page.getByRole('group', { name: 'Weeks' })
    const remove = weeks.getByRole('button', { name: /^Remove: Week/ })
    const names = () => remove.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    await remove.first().waitFor()
    const before = await names()
    await weeks.getByRole('button', { name: 'Remove: Week 2', exact: true }).click()
    const undo = weeks.getByRole('button', { name: 'Undo', exact: true })
    await undo.waitFor()
    await saved(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    await page.getByRole('button', { name: 'Discard changes…' }).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect.poll(names).toEqual(before)
    await expect.poll(() => undo.count()).toBe(0)
    await page.getByText('Nothing to publish').waitFor()
    await page.close()
  })

  it('in what is pasted is put right: addresses, ids and prices', async () => {
    const page = await open('calendar')
    const leave = () => page.keyboard.press('Tab')
    await page.getByRole('textbox', { name: /Cal\.com/ }).fill('cal.com/ana/call')
    await leave()
    expect(await page.getByRole('textbox', { name: /Cal\.com/ }).inputValue()).toBe(
      'https://cal.com/ana/call',
    )

    await page.goto(`${product.url}/analytics?tab=site&page=freetraining`)
    await page.getByRole('radio', { name: /Wistia/ }).check()
    const video = box(page, 'Wistia media id')
    await video.fill('https://ana.wistia.com/medias/abc123def4?x=1')
    await leave()
    expect(await video.inputValue()).toBe('abc123def4')

    await page.goto(`${product.url}/analytics?tab=site&page=builder`)
    await box(page, 'Price').fill('')
    await box(page, 'Price').pressSequentially('$1,250,000')
    await leave()
    expect(await box(page, 'Price').inputValue()).toBe('1250000')
    await box(page, 'Price').fill('a lot')
    await leave()
    await page.getByText('This must be a number.').waitFor()
    await box(page, 'Price').fill('1,997')
    await leave()
    await saved(page)
    const { draft } = (await (await product.owner()).get('/api/site/content')).body
    expect(draft.builder.offer.price).toBe(1997)
    expect(draft.calendar.link).toBe('https://cal.com/ana/call')
    await page.close()
  })

  it('is named at the field and keeps from publishing, which leads to it on another page', async () => {
    const page = await open('home')
    const headline = box(page, 'Headline')
    await headline.fill('x'.repeat(130))
    await page.getByText('This must be at most 120 characters.').waitFor()
    await headline.fill('Ship it with {coch}')
    await headline.blur()
    await page.getByText('Nothing fills in {coch}', { exact: false }).waitFor()
    await headline.fill('')
    await headline.blur()
    await page.getByText('This must not be empty.').waitFor()
    await headline.fill('Ship it')
    // Far down on another page, so that the way there is a real one.
    await page.goto(`${product.url}/analytics?tab=site&page=freetraining`)
    await page.getByRole('textbox', { name: /Application form/ }).fill('my form')
    await page.getByRole('textbox', { name: /Application form/ }).blur()
    const held = page.getByRole('button', { name: 'Some fields need attention' })
    await held.waitFor()
    await expectSound(page)
    await page.getByRole('link', { name: 'All of the site' }).click()
    await page.getByRole('heading', { name: 'Make the site yours' }).waitFor()
    await page.getByRole('button', { name: /^Publish/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'fix one thing first' }).waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'fix one thing first' }).click()
    const id = 'field-freetraining.application.link'
    await waitFor('the field under the eyes', () => isOnScreen(page, id))
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(id)
    await page.getByText('This must start with https:// or /.').waitFor()

    // The state in the bar leads there just as well.
    await page.getByRole('link', { name: 'All of the site' }).click()
    await page.getByRole('heading', { name: 'Make the site yours' }).waitFor()
    await held.click()
    await waitFor('the field again', () => isOnScreen(page, id))
    await page.keyboard.type(' and more')
    await page.getByRole('button', { name: 'Undo: Application form', exact: false }).click()
    await saved(page)
    await page.close()
  })

  it('shows when a value is tried, good or bad', async () => {
    const page = await open('brand')
    const terms = box(page, 'Terms of Service')
    await page.getByRole('button', { name: 'Test it: Terms of Service' }).click()
    await page.getByText('It opens your page /terms.').waitFor()
    await terms.fill('/therms')
    expect(await page.getByText('It opens your page /terms.').count()).toBe(0)
    await page.getByRole('button', { name: 'Test it: Terms of Service' }).click()
    await page.getByText('There is no page at /therms.', { exact: false }).waitFor()
    await terms.fill('https://127.0.0.1/terms')
    await page.getByRole('button', { name: 'Test it: Terms of Service' }).click()
    await page.getByText('not on the public internet', { exact: false }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Undo: Terms of Service' }).click()

    await page.goto(`${product.url}/analytics?tab=site&page=freetraining`)
    const form = page.getByRole('textbox', { name: /Application form/ })
    await form.fill('https://www.typeform.com/')
    await page.getByRole('button', { name: /^Test it: Application form/ }).click()
    await page.getByText('In Typeform press Share', { exact: false }).waitFor()
    await page.close()
  })

  it('has room on the smallest phone, and nothing moves for who wants no motion', async () => {
    const page = await open('brand')
    await page.setViewportSize({ width: 320, height: 640 })
    const state = page.locator('[data-foot]').getByRole('status')
    const fits = () =>
      state.evaluate((element) =>
        [element, ...element.querySelectorAll('*')].every(
          (part) => part.scrollWidth <= part.clientWidth + 1 && part.scrollHeight <= part.clientHeight + 1,
        ),
      )
    await box(page, 'Support email').fill('nobody')
    await box(page, 'Support email').blur()
    await page.getByText('Some fields need attention').waitFor()
    expect(await fits()).toBe(true)
    await box(page, 'Support email').fill('ana@example.com')
    await saved(page)
    expect(await fits()).toBe(true)
    await expectSound(page)

    for (const screen of ['', 'versions', 'pictures', 'ad-links', 'brand']) {
      await page.emulateMedia({ colorScheme: screen === 'versions' ? 'light' : 'dark' })
      await page.goto(`${product.url}/analytics?tab=site&page=${screen}`)
      await page.getByRole('button', { name: /^Publish/ }).waitFor()
      await page.locator('main h2').first().waitFor()
      await expectSound(page)
    }
    await page.getByRole('button', { name: /^Publish/ }).click()
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationName, animationDuration, scrollBehavior } =
          getComputedStyle(element)
        const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0.001)
        const moves = lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration))
        return moves || scrollBehavior === 'smooth' ? [element.outerHTML.slice(0, 80)] : []
      }),
    )
    expect(moving).toEqual([])
    await page.close()
  })
})
