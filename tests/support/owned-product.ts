import { afterAll } from 'vitest'
import { runProduct } from './running-product.ts'

/** The product that the tests of one file call and its owner, signed in, until the last of them has run. */
export async function ownProduct(options: Parameters<typeof runProduct>[0] = {}) {
  const product = await runProduct(options)
  afterAll(() => product.end())
  return { product, owner: await product.owner() }
}
