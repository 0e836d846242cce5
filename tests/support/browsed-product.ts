import { afterAll } from 'vitest'
import { openChromium } from './chromium.ts'
import { runProduct } from './running-product.ts'

/** The product that the tests of one file look at and the Chromium they look with, until the last of them has run. */
export async function browseProduct(options: Parameters<typeof runProduct>[0] = {}) {
  const product = await runProduct(options)
  afterAll(() => product.end())
  const browser = await openChromium()
  afterAll(() => browser.close())
  return { product, browser }
}
