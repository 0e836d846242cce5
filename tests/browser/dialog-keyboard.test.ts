import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'
import { trainingContent } from '#support/training-site.ts'

const site = await browseProduct({ content: trainingContent })

const paths = [
  '/',
  '/freetraining',
  '/freetraining2',
  '/freetrainingc',
  '/meme',
  '/meme2',
  '/lander-college',
  '/lander-hack',
]

it.each(shareOf(paths, 3))(
  '%s: with the keyboard up its dialog still shows the field and what sends it',
  async (path) => {
    // What phones of 390 by 664 and of 320 by 568 leave above their keyboards.
    for (const size of [
      { width: 390, height: 380 },
      { width: 320, height: 310 },
    ]) {
      const { context, page } = await openVisitor(site.browser, { size })
      await page.goto(site.product.url + path)
      await comesAlive(page)
      await page.locator('a[href="#access"]:visible').first().click()
      const dialog = page.getByRole('dialog')
      for (const label of ['Full Name', 'Email Address', 'Phone Number']) {
        await dialog.getByLabel(label).focus()
        const seen = await page.evaluate(() => {
          const send = document.querySelector('.access-send')?.getBoundingClientRect()
          const field = document.activeElement?.getBoundingClientRect()
          return { send, field }
        })
        const at = `${label} at ${size.width}`
        expect(seen.send?.bottom, at).toBeLessThanOrEqual(size.height)
        expect(seen.field?.bottom, at).toBeLessThanOrEqual(seen.send?.top ?? 0)
        expect(seen.field?.top, at).toBeGreaterThanOrEqual(0)
      }
      await context.close()
    }
  },
)

ordinaryTest('/apply: with the keyboard up the question’s field and the way on can be seen', async () => {
  for (const size of [
    { width: 390, height: 380 },
    { width: 320, height: 310 },
  ]) {
    const { context, page } = await openVisitor(site.browser, { size })
    await page.goto(`${site.product.url}/apply`)
    await comesAlive(page)
    const field = page.getByRole('textbox').first()
    await field.focus()
    const bottoms = async () => {
      const [own, next] = [
        await field.boundingBox(),
        await page.getByRole('button', { name: 'Next' }).boundingBox(),
      ]
      return {
        top: own?.y ?? -1,
        field: (own?.y ?? 0) + (own?.height ?? 0),
        next: (next?.y ?? 0) + (next?.height ?? 0),
      }
    }
    await expect
      .poll(async () => (await bottoms()).next, { message: `at ${size.width}` })
      .toBeLessThanOrEqual(size.height)
    const { top, field: bottom } = await bottoms()
    expect(top, `at ${size.width}`).toBeGreaterThanOrEqual(0)
    expect(bottom, `at ${size.width}`).toBeLessThanOrEqual(size.height)
    await context.close()
  }
})
