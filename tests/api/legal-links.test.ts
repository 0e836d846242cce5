import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await runProduct()
})
afterAll(() => product?.end())

test.each([
  '/',
  '/meme2',
  '/freetrainingc',
  '/trainingportal',
  '/apply',
  '/booking',
  '/callbooked',
  '/nowhere',
  '/unsubscribe/a-link-that-was-cut',
])('%s leads to the terms and the privacy policy', async (path) => {
  const { text } = await product.browser().get(path)
  for (const [address, words] of [
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ])
    expect(text).toMatch(new RegExp(`<a href="${address}"[^>]*>${words}</a>`))
})
