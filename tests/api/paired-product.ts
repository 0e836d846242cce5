import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

/** The product as two processes of one installation would run it, and the owner signed in at the first. */
export type PairedProduct = { first: RunningProduct; second: RunningProduct; owner: TestBrowser }

/** Starts the product twice on one database; where the first ends, the second ends with it. */
export async function runPairedProduct(): Promise<PairedProduct> {
  const lookForViewsEveryMs = 500
  const first = await runProduct({ lookForViewsEveryMs })
  const second = await runProduct({ lookForViewsEveryMs, databaseUrl: first.databaseUrl })
  const end = async () => {
    await second.end()
    await first.end()
  }
  return { first: { ...first, end }, second, owner: await first.owner() }
}
