// A sample of it is in tests/browser/every-page.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openVisitor } from '#support/chromium.ts'

const site = await browseProduct()

/** The colour that a page gives the browser's own bars. */
const barColour = (colorScheme: 'light' | 'dark') => async (path: string) => {
  const { context, page } = await openVisitor(site.browser)
  await page.emulateMedia({ colorScheme })
  await page.goto(site.product.url + path)
  const colour = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => media === '' || matchMedia(media).matches,
      )?.content,
  )
  await context.close()
  return colour
}

it.each(['/apply', '/trainingportal'])('%s has its browser’s bars dark where the page is', async (path) => {
  expect(await barColour('dark')(path)).toBe('#11131a')
  expect(await barColour('light')(path)).toBe('#fcfbf8')
})
