// A sample of it is in tests/api/content-pictures.test.ts.

import { randomBytes } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { filmFile, uploadFilm } from '#support/film-upload.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { openDashboard, publish, saved } from '#support/site-editor.ts'

let product: RunningProduct
let browser: Browser
let photo: Buffer

beforeAll(async () => {
  product = await runProduct()
  browser = await openChromium()
  // Noise cannot be made small, so sending it takes as long as a photo from a phone.
  photo = await sharp(randomBytes(640 * 480 * 3), { raw: { width: 640, height: 480, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

/** Lets a file be dragged over something and dropped there, as a hand with a mouse would. */
async function drop(page: Page, onto: string, file: Buffer): Promise<boolean> {
  return page.evaluate(
    ({ place, bytes }) => {
      const carried = new DataTransfer()
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      carried.items.add(new File([content], 'me.jpg', { type: 'image/jpeg' }))
      const event = (type: string) =>
        new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true })
      const target = document.querySelector(place)
      target?.dispatchEvent(event('dragover'))
      // A drop that nobody takes would open the file in place of the dashboard.
      return target?.dispatchEvent(event('drop')) === false
    },
    { place: onto, bytes: file.toString('base64') },
  )
}

describe('a picture', () => {
  it('is dropped on the field, and its way is shown until it is there', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=meme', 'desk')
    await page.getByRole('button', { name: 'Choose a picture' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('or drop it here', { exact: false }).waitFor()
    // One that misses the field is not sent, and does not take the dashboard's place.
    expect(await drop(page, 'dialog h2', photo)).toBe(true)
    expect(await dialog.getByRole('progressbar').count()).toBe(0)

    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const slow = { offline: false, latency: 20, downloadThroughput: 4e6, uploadThroughput: 2e4 }
    await network.send('Network.emulateNetworkConditions', slow)
    expect(await drop(page, 'dialog label', photo)).toBe(true)
    await dialog.getByText('Sending…').waitFor()
    await page.waitForFunction(() => {
      const way = document.querySelector('dialog progress')
      return way instanceof HTMLProgressElement && way.value > 0.1 && way.value < 1
    })
    await expectSound(page)
    // So slow that its way is seen on a busy machine, too; the rest need not take as long.
    await network.send('Network.emulateNetworkConditions', {
      ...slow,
      ...{ latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
    })
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('These words describe the drawn picture.', { exact: false }).waitFor()
    await page.getByRole('textbox', { name: /^What it shows/ }).fill('A hand on a keyboard')
    await page.getByText('These words describe', { exact: false }).waitFor({ state: 'detached' })
    await saved(page)
    // What will change for visitors shows it, not its address.
    await page.getByRole('button', { name: /^Publish/ }).click()
    await dialog.getByRole('img', { name: 'how it looks' }).waitFor()
    expect(await dialog.getByText('/media/', { exact: false }).count()).toBe(0)
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Keep working' }).click()
    await publish(page)
    expect((await product.browser().get('/meme')).text).toMatch(/\/media\/[0-9a-f]{32}/)
    await context.close()
  })

  it('that cannot be taken is refused with the reason and what to do', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=pictures', 'phone')
    const field = page.getByLabel(/Choose a picture/)
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(3000)])
    await field.setInputFiles({ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: broken })
    await page.getByText('The file is damaged', { exact: false }).waitFor()
    await field.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: '', buffer: broken })
    await page.getByText('iPhone picture in HEIC format', { exact: false }).waitFor()
    await expectSound(page)
    await context.close()
  })

  it('is deleted after one question where nothing shows it, and kept where something does', async () => {
    const { page, context } = await openDashboard(browser, product, '?tab=site&page=pictures', 'phone')
    const shown = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
    await page.getByText('On: Meme').waitFor()
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)

    const small = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await page
      .getByLabel(/Choose a picture/)
      .setInputFiles({ name: 'white.png', mimeType: 'image/png', buffer: small })
    await page.getByText('Not used').waitFor()
    await page.getByRole('button', { name: 'Delete picture 1' }).click()
    await page.getByText('Delete this picture for good?').waitFor()
    await expectSound(page)
    // The careful answer has the focus.
    await page.keyboard.press('Enter')
    expect(await shown.count()).toBe(2)
    const ask = page.getByRole('button', { name: 'Delete picture 1' })
    await expect.poll(() => hasFocus(ask)).toBe(true)
    await ask.press('Enter')
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await page.getByText('Not used').waitFor({ state: 'detached' })
    expect(await shown.count()).toBe(1)
    await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Pictures' }))).toBe(true)
    await context.close()
  })
})

it('a picture that is still on its way takes no place from what is chosen instead', async () => {
  const { page, context } = await openDashboard(browser, product, '?tab=site&page=meme', 'desk')
  const place = page.locator('[role=group][data-part$=".src"]').first()
  const shown = () => place.locator('img').first().getAttribute('src')
  const dialog = page.getByRole('dialog')
  const earlier = dialog.getByRole('button', { name: /^Choose the picture of/ })
  const send = (file: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: file })
  await place.getByRole('button', { name: /^(Choose a picture|Change)$/ }).click()
  await send(photo)
  await dialog.waitFor({ state: 'detached' })
  const isChosen = Promise.withResolvers<void>()
  await page.route('**/api/site/pictures', async (route) => {
    if (route.request().method() === 'POST') await isChosen.promise
    await route.continue()
  })
  await place.getByRole('button', { name: 'Change' }).click()
  await earlier.first().waitFor()
  const before = await earlier.count()
  await send(await sharp(photo).negate().jpeg().toBuffer())
  await dialog.getByRole('progressbar').waitFor()
  await earlier.first().click()
  await dialog.waitFor({ state: 'detached' })
  const chosen = await shown()
  const arrived = page.waitForResponse((answer) => answer.request().method() === 'POST')
  isChosen.resolve()
  await arrived
  // It is one of those that were sent before.
  await place.getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => earlier.count()).toBe(before + 1)
  expect(await shown()).toBe(chosen)
  // Whoever works by keyboard goes on from where it is removed.
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await place.getByRole('button', { name: /^Remove/ }).press('Enter')
  await expect.poll(() => hasFocus(place.getByRole('button', { name: 'Choose a picture' }))).toBe(true)
  await context.close()
})

it('is offered in a window that was open before another sent it, as a video is', async () => {
  const owner = await product.owner()
  const { page, context } = await openDashboard(browser, product, '?tab=site&page=freetraining', 'desk')
  const films = page.getByRole('dialog', { name: 'Videos uploaded before' })
  const openFilms = () => page.getByRole('button', { name: 'Use one uploaded before' }).click()
  const leave = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await uploadFilm(product, owner, filmFile('minute.webm'), 'From the desk.webm')
  await page.getByRole('radio', { name: /My own video/ }).check()
  await openFilms()
  await films.getByText('From the desk.webm').waitFor()
  await leave()
  await uploadFilm(product, owner, filmFile('minute.webm'), 'From the phone.webm')
  await openFilms()
  await films.getByText('From the phone.webm').waitFor()
  await leave()

  const openPictures = () =>
    page
      .getByRole('button', { name: /^(Choose a picture|Change)$/ })
      .first()
      .click()
  const pictures = page.getByRole('button', { name: /^Choose the picture of 31 by 31/ })
  await page.goto(`${product.url}/analytics?tab=site&page=meme`)
  await openPictures()
  await page.getByText('or drop it here', { exact: false }).waitFor()
  await page.getByRole('heading', { name: 'Earlier pictures' }).waitFor()
  expect(await pictures.count()).toBe(0)
  await leave()
  await context.request.post(`${product.url}/api/site/pictures`, {
    headers: { 'content-type': 'image/png', origin: product.url },
    data: await sharp({ create: { width: 31, height: 31, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  })
  await openPictures()
  await pictures.waitFor()
  await context.close()
})
