import { expect } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { answerAll, answers, phone } from '#support/application-form.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, holdAsset, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

// The form as it is before its scripts come, or where they never do.
const { product, browser } = await browseProduct({
  content: SiteContent.parse({ adConsent: { ask: 'never' } }),
})

ordinaryTest('is one long form without scripts, and comes back with what is to be mended', async () => {
  const { page } = await openVisitor(browser, { ...phone, javaScript: false })
  await page.goto(`${product.url}/apply?utm_source=ig`)
  expect(await isWiderThanWindow(page)).toBe(false)
  const fill = async (all: Record<string, string>) => {
    for (const [id, answer] of Object.entries(all)) {
      const field = page.locator(`[name="q.${id}"]`)
      const type = await field.first().getAttribute('type')
      if (type === 'radio' || type === 'checkbox')
        await page.locator(`[name="q.${id}"][value="${answer}"]`).check()
      else await field.fill(answer)
    }
  }
  await fill({ ...answers, email: 'plain@example.com', page: 'not a page' })
  await page.getByRole('button', { name: 'Send my application' }).click()
  await page.getByText('Please enter a web address, such as example.com.').waitFor()
  expect(await page.locator('[name="q.email"]').inputValue()).toBe('plain@example.com')
  expect(await page.locator('[name="q.tried"][value="course"]').isChecked()).toBe(true)
  await fill({ page: 'example.com' })
  await page.getByRole('button', { name: 'Send my application' }).click()
  await page.waitForURL('**/thankyoucall')
  const [row] = await product.query(
    `select first_touch ->> 'utm_source' as source from leads where email = 'plain@example.com'`,
  )
  expect(row).toEqual({ source: 'ig' })
})

ordinaryTest(
  'asks for one answer until its scripts are there, and for all where they do not come',
  async () => {
    const { context, page } = await openVisitor(browser, phone)
    await context.route('**/assets/application-*', (route) => route.abort())
    // The time until then stands still: on a busy machine it would be over before anybody looks.
    const session = await context.newCDPSession(page)
    await session.send('Animation.enable')
    await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.goto(`${product.url}/apply`)
    await page.getByLabel('What is your name?').fill('Grace')
    const last = page.getByLabel('Do you have a website or profile where we can see what you do?')
    expect(await last.isVisible()).toBe(false)
    // It passes at once.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    await last.waitFor()
    expect(await page.getByLabel('What is your name?').inputValue()).toBe('Grace')
    await page.getByRole('button', { name: 'Send my application' }).waitFor()
  },
)

ordinaryTest('takes what was typed before it came to life', async () => {
  const { page } = await openVisitor(browser, phone)
  await page.goto(`${product.url}/apply`)
  await page.getByLabel('What is your name?').fill('Grace van Oosten')
  await comesAlive(page)
  await page.getByText('Question 1 of 12').waitFor()
  expect(await page.getByLabel('What is your name?').inputValue()).toBe('Grace van Oosten')
})

thoroughTest('lets whoever is typing go on typing when it comes to life', async () => {
  const { context, page } = await openVisitor(browser, phone)
  const come = await holdAsset(context, 'application')
  await page.goto(`${product.url}/apply`)
  await page.getByLabel('What is your name?').focus()
  await page.keyboard.type('Grac van')
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('ArrowLeft')
  expect(await page.locator('[data-island]:not([data-alive])').count()).toBeGreaterThan(0)
  come()
  await page.getByText('Question 1 of 12').waitFor()
  await page.keyboard.type('e')
  expect(await page.getByLabel('What is your name?').inputValue()).toBe('Grace van')
})

thoroughTest(
  'takes the wish for a call that was ticked before it came to life, and counts the time from then',
  async () => {
    const { context, page } = await openVisitor(browser, phone)
    const come = await holdAsset(context, 'application')
    await page.goto(`${product.url}/apply`)
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    await page.locator('[name="callConsent"]').check()
    come()
    await comesAlive(page)
    let openFor = 0
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/application'),
      answerAll(page, { ...answers, email: 'wish@example.com' }, async (id) => {
        if (id === 'phone') expect(await page.locator('[name="callConsent"]').isChecked()).toBe(true)
        openFor = await page.evaluate(() => performance.now())
      }),
    ])
    expect(sent.postDataJSON()).toMatchObject({ callConsent: true })
    expect(sent.postDataJSON().elapsed).toBeGreaterThanOrEqual(Math.floor(openFor))
  },
)
