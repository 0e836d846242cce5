import { expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { asks, desk, phone } from '#support/application-form.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'

const text = (id: string, label: string, required: boolean) => ({ id, kind: 'short', label, required })
const { product, browser } = await browseProduct({
  content: SiteContent.parse({
    brand: { coach: 'Ana' },
    adConsent: { ask: 'never' },
    apply: {
      questions: [
        text('site', 'What is your site?', true),
        text('shop', 'And your shop?', false),
        text('more', 'Anything else?', false),
      ],
    },
  }),
})

test.each([
  ['a desk', desk],
  ['a phone', phone],
])(
  'on %s the lead dialog stays open, and no call is agreed to, by a second press',
  async (_where, screen) => {
    const { context, page } = await openVisitor(browser, screen)
    await page.goto(`${product.url}/meme`)
    await comesAlive(page)
    const isOpen = () => page.evaluate(() => document.querySelector('#access:modal') !== null)
    const call = page.getByRole('checkbox')
    const openers = page.locator('a[href="#access"]').filter({ visible: true })
    for (const opener of await openers.all()) {
      await opener.click()
      await expect.poll(isOpen).toBe(true)
      const wish = await call.boundingBox()
      await page.keyboard.press('Escape')
      await expect.poll(isOpen).toBe(false)
      // What is opened lies with the wish to be called where it was pressed.
      await opener.evaluate(
        (one, to) => scrollBy({ top: one.getBoundingClientRect().top - to, behavior: 'instant' }),
        wish?.y ?? 0,
      )
      const { x, y, width, height } = (await opener.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.mouse.dblclick(x + width / 2, y + height / 2)
      await page.locator('#access:modal').waitFor()
      expect(await isOpen()).toBe(true)
      expect(await call.isChecked()).toBe(false)
      await page.keyboard.press('Escape')
      await expect.poll(isOpen).toBe(false)
    }
    await context.close()
  },
)

test.each([
  ['a desk', desk],
  ['a phone', phone],
])('on %s a second press on the way on skips no question and sends nothing', async (_where, screen) => {
  const { context, page } = await openVisitor(browser, screen)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/application') sent += 1
  })
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await asks(page, 'What is your site?')
  await page.getByRole('textbox').first().fill('example.com')
  await page.locator('.application-send').dblclick()
  await asks(page, 'And your shop?')
  await page.getByRole('textbox').first().fill('shop.example')
  await page.locator('.application-send').dblclick()
  await asks(page, 'Anything else?')
  expect(await page.locator('.field-error:not(:empty)').count()).toBe(0)
  await page.locator('.application-send').dblclick()
  await page.waitForURL('**/thankyoucall*')
  expect(sent).toBe(1)
  await context.close()
})

test.each([
  ['a desk', desk],
  ['a phone', phone],
])("on %s a second press on 'Back' leads no further back than the first", async (_where, screen) => {
  const { context, page } = await openVisitor(browser, screen)
  await page.goto(`${product.url}/apply`)
  await comesAlive(page)
  await asks(page, 'What is your site?')
  await page.getByRole('textbox').first().fill('example.com')
  await page.locator('.application-send').click()
  await asks(page, 'And your shop?')
  await page.locator('.application-send').click()
  await asks(page, 'Anything else?')
  // Whoever reads the question presses later than the second of two presses on the way to it.
  const shownBy = await page.evaluate(() => performance.now())
  await page.waitForFunction((by) => performance.now() > by + 1000, shownBy)
  // As where the browser is busy: no step back is taken before the second press.
  const taken = await page.evaluateHandle(() => {
    const steps: (() => void)[] = []
    const back = history.back.bind(history)
    history.back = () => void steps.push(back)
    return steps
  })
  await page.getByRole('button', { name: 'Back', exact: true }).dblclick()
  expect(await taken.evaluate((steps) => steps.length)).toBe(1)
  await taken.evaluate((steps) => {
    for (const step of steps) step()
  })
  await asks(page, 'And your shop?')
  await context.close()
})
