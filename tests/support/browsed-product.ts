import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openChromium } from './chromium.ts'
import { type RunningProduct, runProduct } from './running-product.ts'

/** The product that the tests of one file look at, and the browser they look with; both are there inside a test. */
export type BrowsedProduct = { readonly product: RunningProduct; readonly browser: Browser }

/** Starts the product and Chromium before the tests of the file that calls this, and ends both after them. */
export function browseProduct(options: Parameters<typeof runProduct>[0] = {}): BrowsedProduct {
  let product: RunningProduct | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    product = await runProduct(options)
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.end()
  })
  const started = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('asked for before the tests of the file began')
    return part
  }
  return {
    get product() {
      return started(product)
    },
    get browser() {
      return started(browser)
    },
  }
}
