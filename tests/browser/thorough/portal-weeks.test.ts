// A sample of it is in tests/browser/portal.test.ts.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { portalContent } from '#support/portal-content.ts'
import { openDashboard, publish, saved } from '#support/site-editor.ts'

const widths = [320, 390, 1280]
const { product, browser } = await browseProduct({ content: portalContent() })

const portal = (page: Page, fragment = '') => page.goto(`${product.url}/trainingportal${fragment}`)
const selected = (page: Page) => page.getByRole('tab', { selected: true })
const labels = (page: Page) => page.locator('.tab-label').allTextContents()

describe('the owner', () => {
  it('adds a week with a video on a phone, moves it first, and members see it there with their progress kept', async () => {
    const member = await openVisitor(browser)
    await portal(member.page)
    await member.page.getByRole('tabpanel').getByRole('button', { name: 'Mark as done' }).click()
    await member.page.getByText('1 of 17 videos done').waitFor()

    const { page, context } = await openDashboard(browser, product, '?tab=site&page=portal', 'phone')
    const weeks = page.getByRole('group', { name: 'Weeks' })
    await weeks.getByRole('button', { name: 'Add to Weeks' }).click()
    await page.keyboard.type('Bonus')
    const week = weeks
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Remove: Bonus' }) })
    await week.getByRole('textbox', { name: 'Title', exact: true }).fill('The first sale')
    await week.getByRole('button', { name: 'Add to Videos' }).click()
    await page.keyboard.type('Who to ask')
    await week
      .getByRole('textbox', { name: 'YouTube address', exact: true })
      .fill('https://youtu.be/bonus-x0001')
    await expectSound(page)
    for (let place = 4; place > 0; place -= 1)
      await week.getByRole('button', { name: 'Move up: Bonus' }).press('Enter')
    await weeks.getByText('Moved to place 1 of 5').waitFor({ state: 'attached' })
    // What was open stays open on the way.
    expect(await week.getByRole('textbox', { name: 'YouTube address', exact: true }).isVisible()).toBe(true)
    await weeks.getByRole('button', { name: 'Remove: Week 2', exact: true }).click()
    await weeks.getByRole('button', { name: 'Undo', exact: true }).click()
    await saved(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Training portal › Weeks', exact: true }).waitFor()
    await dialog.getByText('Bonus · Week 1 · Week 2 · Week 3 · Week 4').waitFor()
    await page.keyboard.press('Escape')
    await publish(page)
    await context.close()

    await member.page.reload()
    expect(await labels(member.page)).toEqual(['Bonus', 'Week 1', 'Week 2', 'Week 3', 'Week 4'])
    await member.page.getByText('The first sale Active').waitFor()
    expect(await selected(member.page).textContent()).toContain('Bonus')
    expect(await member.page.getByRole('tabpanel').locator('.film').count()).toBe(1)
    await member.page.getByText('1 of 18 videos done').waitFor()
    expect(await member.page.getByRole('tab', { name: 'Week 1' }).textContent()).toContain('1 of 4 done')
    expect(await isWiderThanWindow(member.page)).toBe(false)
    // An address from before leads to the same week, and the new one has its own.
    await portal(member.page, '#week2-video2')
    await expect.poll(() => selected(member.page).textContent()).toContain('Week 2')
    await member.page.getByRole('tab', { name: 'Bonus' }).click()
    await expect.poll(() => new URL(member.page.url()).hash).toBe('#week5')
    await member.context.close()
  })

  it('may remove every week but the last', async () => {
    await contentEditor(await product.owner()).save((draft) => {
      draft.portal.weeks = draft.portal.weeks.filter(({ id }) => id === 'week1' || id === 'week2')
    })
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=portal', 'desk')
    const weeks = page.getByRole('group', { name: 'Weeks' })
    await weeks.getByRole('button', { name: 'Remove: Week 2', exact: true }).click()
    const last = weeks.getByRole('button', { name: 'Remove: Week 1', exact: true })
    expect(await last.getAttribute('aria-disabled')).toBe('true')
    await last.press('Enter')
    await weeks.getByRole('button', { name: 'Week 1', exact: true }).click()
    // Wherever it stands now, its words go back to its own on the public site.
    const title = weeks.getByRole('textbox', { name: 'Title', exact: true }).first()
    const shown = await title.inputValue()
    await title.fill('Begin')
    await weeks.getByRole('button', { name: 'Undo: Title', exact: true }).click()
    expect(await title.inputValue()).toBe(shown)
    await expectSound(page)
    await context.close()
  })
})

describe('a portal', () => {
  const delivered = SiteContent.parse({}).portal.weeks
  const named = (number: number) => ({
    ...structuredClone(delivered[(number - 1) % 4] ?? SiteContent.parse({}).portal.weeks[0]),
    ...{ id: `week${number}`, label: `Week ${number}` },
  })

  const publishWeeks = async (count: number) =>
    contentEditor(await product.owner()).live((draft) => {
      const weeks = Array.from({ length: count }, (_, index) => named(index + 1))
      Object.assign(draft.portal, { weeks })
    })

  it.each([7, 1, 2])('of %d weeks fits every screen, with its tabs by keyboard', async (count) => {
    await publishWeeks(count)
    const { context, page, problems } = await openVisitor(browser)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('about:blank')
      // A week that is none leads to the first.
      await portal(page, '#week99')
      await selected(page).waitFor()
      expect(await page.getByRole('tab').count()).toBe(count)
      expect(await selected(page).textContent()).toContain('Week 1')
      await selected(page).focus()
      await page.keyboard.press('End')
      const last = page.getByRole('tab', { selected: true, name: `Week ${count}` })
      await last.waitFor()
      const box = await last.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
      expect(await isWiderThanWindow(page)).toBe(false)
      await page.keyboard.press('ArrowRight')
      expect(await page.locator(':focus').textContent()).toContain('Week 1')
    }
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  it('without JavaScript shows every week there is', async () => {
    await publishWeeks(7)
    const { context, page } = await openVisitor(browser, { javaScript: false })
    await portal(page)
    expect(await page.locator('.week:visible').count()).toBe(7)
    expect(await isWiderThanWindow(page)).toBe(false)
    await context.close()
  })
})
