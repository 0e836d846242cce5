import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, comesAlive, isWiderThanWindow, openChromium } from '#support/chromium.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { shareOf, thoroughTest } from '#support/share-of.ts'
import { becomeLead, formLink, openTrainee, stopClock, trainingContent } from '#support/training-site.ts'

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct({ content: trainingContent })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const attribution = {
  utm_source: 'ig',
  utm_medium: 'paid & loud',
  utm_campaign: 'spring',
  utm_content: 'dog',
  utm_term: 'groomer',
  fbclid: 'AbC-123_x',
  utm_campaign_id: '71',
  utm_adset: 'set',
  utm_adset_id: '72',
  utm_ad: 'ad',
  utm_ad_id: '73',
  utm_placement: 'reels',
}
const person = {
  first_name: 'Grace',
  last_name: 'van Oosten',
  email: 'grace@example.com',
  phone_number: '+1 202-555-0143',
}
const screens = [
  ['a phone', { width: 390, height: 844 }],
  ['a small phone', { width: 320, height: 640 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const

// A form as the vendor's own embedding knows it: it names itself by the id it was given and says when it is there.
const FORM = `<!doctype html><html lang="en"><title>Fake form</title><h1>What do you want to build?</h1>
<button>Submit</button><script>
const embedId = new URL(location).searchParams.get('typeform-embed-id')
const say = (type, data) => parent !== window && parent.postMessage({ type, embedId, ...data }, '*')
say('form-ready')
document.querySelector('button').onclick = () => say('redirect-after-submit', { url: document.referrer + 'thankyoucall?utm_source=ig' })
</script></html>`

/** Answers the form's address and gives what it was asked with; the fragment never reaches a server. */
async function answerForm(context: BrowserContext): Promise<URL[]> {
  const asked: URL[] = []
  await context.route('https://form.typeform.com/**', async (route) => {
    asked.push(new URL(route.request().url()))
    await route.fulfill({ contentType: 'text/html', body: FORM })
  })
  return asked
}

const fragmentOf = (address: string) =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)))

/** Opens a training page as Grace, sent by an advert, and waits until its next step is open. */
async function openUnlocked(context: BrowserContext, path: string) {
  const [page = await context.newPage()] = context.pages()
  await becomeLead(context, product.url, person.email)
  await page.goto(`${product.url}${path}?${new URLSearchParams(attribution)}`)
  await comesAlive(page)
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(856_000)
  const button = page.getByRole('link', { name: 'Apply For The Program Now' })
  await button.waitFor()
  return { page, button }
}

describe('the application', () => {
  it.each(shareOf(screens))('of /freetraining opens embedded and filled in on %s', async (_name, size) => {
    const { context, problems } = await openTrainee(browser, { size })
    const asked = await answerForm(context)
    const { page, button } = await openUnlocked(context, '/freetraining')
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Your application' })
    const form = dialog.frameLocator('iframe')
    await form.getByRole('heading', { name: 'What do you want to build?' }).waitFor()
    const source = (await dialog.locator('iframe').getAttribute('src')) ?? ''
    expect(fragmentOf(source)).toEqual({
      ...person,
      ...attribution,
      fbc: expect.stringMatching(/^fb\.\d\.\d+\.AbC-123_x$/),
      fbp: expect.stringMatching(/^fb\.\d\.\d+\.\d+$/),
      // The token of this submit, in letters that every form's hidden field takes, and never the lead's own id.
      lead_id: expect.stringMatching(/^[0-9A-Za-z_-]{50,200}$/),
    })
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      'typeform-embed': 'embed-widget',
      'typeform-embed-handles-redirect': '1',
      utm_source: 'ig',
      utm_medium: 'paid & loud',
    })
    expect(asked[0]?.search).not.toContain('grace')
    expect(await isWiderThanWindow(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    const elsewhere = dialog.getByRole('link', { name: 'Open the form in a new tab' })
    expect(fragmentOf((await elsewhere.getAttribute('href')) ?? '')).toMatchObject(person)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await button.evaluate((link) => link === document.activeElement)).toBe(true)
    // What was typed is still there when it is opened again.
    await button.click()
    await form.getByRole('heading', { name: 'What do you want to build?' }).waitFor()
    expect(asked).toHaveLength(1)
    // Where a frame is shown again, a press of the mouse may still go to the page behind it.
    await form.getByRole('button', { name: 'Submit' }).dispatchEvent('click')
    await page.waitForURL(`${product.url}/thankyoucall?utm_source=ig`)
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest.each(['/freetraining2', '/freetrainingc'])(
    'of %s opens filled in, in a new tab',
    async (path) => {
      const { context, problems } = await openTrainee(browser)
      await answerForm(context)
      const { page, button } = await openUnlocked(context, path)
      expect(await page.locator('#application').count()).toBe(0)
      const opened = context.waitForEvent('page')
      await button.click()
      const tab = await opened
      await tab.waitForURL(`${formLink}**`)
      expect(page.url()).toContain(path)
      expect(fragmentOf(tab.url())).toEqual({
        ...person,
        ...attribution,
        fbc: expect.any(String),
        fbp: expect.any(String),
        lead_id: expect.any(String),
      })
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'in a dialog that its form does not reach sends to a new tab in words, never to a broken frame',
    async () => {
      const { context } = await openTrainee(browser)
      const { page, button } = await openUnlocked(context, '/freetraining')
      // A slow machine would let more of the page's time go by than is let go by here.
      await stopClock(page)
      await button.click()
      const dialog = page.getByRole('dialog', { name: 'Your application' })
      await dialog.getByText('Opening the application form').waitFor()
      await page.clock.runFor(8100)
      await dialog.getByText('The form is not opening here.').waitFor()
      expect(await dialog.locator('iframe').isVisible()).toBe(false)
      // What looks for problems needs time to go by.
      await page.clock.resume()
      expect(await accessibilityProblems(page)).toEqual([])
      await context.close()
    },
  )

  thoroughTest('is filled in as well where the page is loaded again with it open', async () => {
    const { context } = await openTrainee(browser)
    const asked = await answerForm(context)
    const { page, button } = await openUnlocked(context, '/freetraining')
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Your application' })
    const form = dialog.frameLocator('iframe').getByRole('heading', { name: 'What do you want to build?' })
    await form.waitFor()
    await page.reload()
    await comesAlive(page)
    await form.waitFor()
    expect(fragmentOf((await dialog.locator('iframe').getAttribute('src')) ?? '')).toMatchObject({
      ...person,
      ...attribution,
      lead_id: expect.any(String),
    })
    expect(asked).toHaveLength(2)
    await context.close()
  })

  thoroughTest('is reached by the keyboard alone', async () => {
    const { context } = await openTrainee(browser, { size: { width: 1440, height: 900 } })
    await answerForm(context)
    const { page, button } = await openUnlocked(context, '/freetraining')
    for (let presses = 0; presses < 20; presses += 1) {
      if (await button.evaluate((link) => link === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your application' })
    await dialog.frameLocator('iframe').getByRole('button', { name: 'Submit' }).waitFor()
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab')
      // The browser's own bar is where the way round may also lead; the page behind is not.
      const isBehind = await dialog.evaluate(
        (place) => document.activeElement !== document.body && !place.contains(document.activeElement),
      )
      expect(isBehind).toBe(false)
    }
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.count()).toBe(0)
    await context.close()
  })
})
