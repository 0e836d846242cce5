// A sample of it is in tests/browser/site-editor.test.ts.

import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { accentOn } from '#contract/accent.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, openVisitor } from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { openDashboard, publish, saved } from '#support/site-editor.ts'

const { product, browser } = await browseProduct()

const picture = (width: number, height: number, colour: string) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()

/** A logo of dark strokes on a clear ground. */
const darkStrokes = () =>
  sharp({ create: { width: 300, height: 80, channels: 4, background: '#00000000' } })
    .composite([
      {
        input: { create: { width: 200, height: 40, channels: 4, background: '#123c3b' } },
        left: 20,
        top: 20,
      },
    ])
    .png()
    .toBuffer()

/** Chooses a new picture for a place of the editor, as from a phone's camera roll. */
async function choose(page: Page, place: string, file: Buffer) {
  await page.getByRole('group', { name: place }).getByRole('button', { name: 'Choose a picture' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/Choose a picture/)
    .setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: file })
  await dialog.waitFor({ state: 'detached' })
}

const focusedField = (page: Page, id: string) =>
  page.waitForFunction((wanted) => document.activeElement?.id === wanted, id)

/**
 * Waits until the preview shows what is saved, and takes presses: until its page has loaded they lead nowhere, and each save
 * loads it anew.
 */
async function takesPresses(page: Page) {
  await saved(page)
  await page.locator('iframe[title="Loading"]').waitFor({ state: 'detached' })
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLIFrameElement>('iframe[title^="Preview of"]')?.contentDocument
        ?.readyState === 'complete',
  )
}

describe('a new site', () => {
  it('is its coach’s own in one place: colour, logo, picture and portrait, published and seen', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site', 'desk')
    await page.getByRole('link', { name: /^Make it look like you/ }).waitFor()
    await page.getByRole('searchbox', { name: /Find any text/ }).fill('color')
    await page.getByRole('list', { name: 'Found' }).getByRole('button').first().click()
    await focusedField(page, 'field-brand.accent')
    await page.keyboard.type('F5B700')
    await page.keyboard.press('Tab')
    const colour = page.getByRole('textbox', { name: 'Color', exact: true })
    expect(await colour.inputValue()).toBe('#f5b700')
    await page.getByText('On light pages it is too pale for lines', { exact: false }).waitFor()
    // Colors are told apart where a system paints only its own few.
    await page.emulateMedia({ forcedColors: 'active' })
    const offered = await page
      .getByRole('list', { name: 'Colors to start with' })
      .locator('button span')
      .evaluateAll((all) => all.map((colour) => getComputedStyle(colour).backgroundColor))
    expect(new Set(offered).size).toBe(8)
    await page.emulateMedia({ forcedColors: 'none' })
    await expectSound(page)

    // What is seen in the preview is pressed there, and its field opens.
    await takesPresses(page)
    const frame = page.frameLocator('iframe[title="Preview of Look"]')
    await frame.locator('.founder-portrait').click()
    await focusedField(page, 'field-brand.portrait.src')
    await frame.locator('.scene').click({ position: { x: 4, y: 4 } })
    await focusedField(page, 'field-home.hero.src')
    await frame.locator('.scene-app-name').click()
    await focusedField(page, 'field-home.picture.app')
    await page.getByRole('link', { name: 'Look', exact: true }).click()

    await choose(page, 'Logo', await darkStrokes())
    // Dark strokes on nothing would be lost on the dark pages.
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('[id="field-brand.logoGround"]')?.value === 'light',
    )
    await choose(page, 'Your picture beside the headline', await picture(900, 600, '#557799'))
    await page
      .getByRole('group', { name: 'Your picture beside the headline' })
      .getByRole('textbox', { name: /^What it shows/ })
      .fill('A gym at dawn')
    await choose(page, 'Portrait of the coach', await picture(500, 1000, '#aa7755'))
    // On a tall picture the point begins near the head; the keyboard and the finger move it.
    const point = page.getByRole('button', { name: 'What stays in sight: Portrait of the coach' })
    const portrait = page.getByRole('group', { name: 'Portrait of the coach' })
    await portrait.getByText('50% from the left, 25% from the top').waitFor()
    await point.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowRight')
    await portrait.getByText('60% from the left, 23% from the top').waitFor()
    await page.keyboard.press('Tab')
    const hero = page
      .getByRole('group', { name: 'Your picture beside the headline' })
      .locator('.cursor-crosshair')
    // Until the picture is there it has no size.
    await expect
      .poll(() => hero.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const box = await hero.boundingBox()
    if (!box) throw new Error('the picture is not on screen')
    await hero.click({ position: { x: box.width * 0.8, y: box.height * 0.3 } })
    await page
      .getByRole('group', { name: 'Your picture beside the headline' })
      .getByText(/^(79|80|81)% from the left, (29|30|31)% from the top$/)
      .waitFor()
    await saved(page)
    await frame.locator('.hero-photo img').waitFor()
    await expectSound(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await publish(page)
    await context.close()

    const visitor = await openVisitor(browser, { size: { width: 390, height: 844 } })
    await visitor.page.goto(product.url)
    const { fill, on } = accentOn('light', '#f5b700')
    const button = visitor.page.locator('.hero .button')
    const drawn = await button.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element)
      return { backgroundColor, color }
    })
    const rgb = (hex: string) =>
      `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
    expect(drawn).toEqual({ backgroundColor: rgb(fill), color: rgb(on) })
    const position = (selector: string) =>
      visitor.page.locator(selector).evaluate((element) => getComputedStyle(element).objectPosition)
    expect(await position('.founder-portrait img')).toBe('60% 23%')
    expect(await position('.hero-photo img')).toMatch(/^(79|80|81)% (29|30|31)%$/)
    await visitor.page.getByRole('img', { name: 'A gym at dawn' }).waitFor()
    await visitor.page.locator('.wordmark img.logo-light').waitFor()
    // Words and logo begin at the same edge.
    const edge = (selector: string) =>
      visitor.page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().left))
    expect(await edge('.wordmark img')).toBe(await edge('.hero h1'))
    expect(await accessibilityProblems(visitor.page)).toEqual([])
    const expectLightGround = async (paths: string[]) => {
      for (const path of paths) {
        await visitor.page.goto(product.url + path)
        const ground = await visitor.page
          .locator('.wordmark img.logo-light')
          .first()
          .evaluate((logo) => getComputedStyle(logo).backgroundColor)
        expect([path, ground]).toEqual([path, 'lab(100 0 0)'])
      }
    }
    // Dark strokes have their light ground also where a page follows a system that is dark.
    await visitor.page.emulateMedia({ colorScheme: 'dark' })
    await expectLightGround(['/apply', '/trainingportal'])
    // And on the ground that a system of few colours puts under every page.
    await visitor.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
    await expectLightGround(['/', '/apply'])
    await visitor.context.close()
  })

  it.each(['#ffd400', '#14532d', '#fafaf7'])('can be read on every page in %s', async (accent) => {
    await contentEditor(await product.owner()).live((draft) => {
      draft.brand.accent = accent
    })
    const { page, context } = await openVisitor(browser, { size: { width: 390, height: 844 } })
    for (const path of [
      '/',
      '/freetraining',
      '/thankyoucall',
      '/bookstrategy',
      '/builder',
      '/trainingportal',
    ]) {
      await page.goto(product.url + path)
      expect([path, await accessibilityProblems(page)]).toEqual([path, []])
    }
    await context.close()
  })

  it('has a focus ring on the college page that is no colour of an error', async () => {
    const { page, context } = await openVisitor(browser, { size: { width: 390, height: 844 } })
    await page.goto(`${product.url}/lander-college#access`)
    const name = page.getByLabel('Full Name')
    await name.focus()
    await page.keyboard.press('Shift')
    const redness = await name.evaluate((element) => {
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('nothing can be drawn here')
      context.fillStyle = getComputedStyle(element).outlineColor
      context.fillRect(0, 0, 1, 1)
      const [red = 0, , blue = 0] = context.getImageData(0, 0, 1, 1).data
      return red - blue
    })
    expect(redness).toBeLessThan(0)
    await context.close()
  })

  it('is changed the same way on a phone, every target as large as a thumb', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=look', 'phone')
    const look = page.getByRole('region', { name: 'Site' })
    await look.getByRole('button', { name: 'Forest' }).click()
    expect(await page.getByRole('textbox', { name: 'Color', exact: true }).inputValue()).toBe('#14532d')
    const small = await look
      .locator('button:visible, input:visible:not([type=file]), select:visible')
      .evaluateAll((all) =>
        all
          .map((one) => ({
            name: one.getAttribute('aria-label') ?? one.textContent,
            ...one.getBoundingClientRect().toJSON(),
          }))
          .filter(({ width, height }) => width < 44 || height < 44)
          .map(({ name, width, height }) => `${name}: ${width} × ${height}`),
      )
    expect(small).toEqual([])
    await expectSound(page)
    await page.getByRole('button', { name: 'Preview' }).click()
    await takesPresses(page)
    const frame = page.frameLocator('iframe[title="Preview of Look"]')
    await frame.locator('.founder-portrait').click()
    await focusedField(page, 'field-brand.portrait.src')
    await context.close()
  })

  it('refuses what is no colour beside its field, and publishes nothing of it', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=look', 'desk')
    const colour = page.getByRole('textbox', { name: 'Color', exact: true })
    await colour.fill('red;}body{display:none')
    await page.keyboard.press('Tab')
    await page.getByText('must be # and six letters or digits', { exact: false }).first().waitFor()
    expect((await product.browser().get('/')).text).not.toContain('display:none}body')
    await expectSound(page)
    await context.close()
  })
})
