import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await runProduct()
})
afterAll(() => product?.end())

const opened = async (path: string) => {
  const { status, headers } = await product.browser().get(path)
  return [status, headers.get('location')]
}

test.each(['/analytics', '/booking', '/apply', '/meme'])(
  '%s with a slash at its end or in capitals leads to it, query kept',
  async (path) => {
    for (const typed of [`${path}/`, `${path}//`, path.toUpperCase(), `${path.toUpperCase()}/`])
      expect([typed, ...(await opened(`${typed}?tab=leads&b=/C/`))]).toEqual([
        typed,
        301,
        `${path}?tab=leads&b=/C/`,
      ])
    expect(await opened(path)).toEqual([200, null])
  },
)

test('what lies below the dashboard or a booking and is none is not there', async () => {
  for (const path of ['/analytics/leads', '/analytics/index.html', '/booking/nothing'])
    expect([path, ...(await opened(path))]).toEqual([path, 404, null])
})

test.each(['/booking/AbC.d-E_f', '/unsubscribe/AbC.d-E_f'])(
  '%s with a slash at its end leads to it, the token as it is',
  async (path) => {
    expect(await opened(`${path}/?done=moved`)).toEqual([301, `${path}?done=moved`])
    expect(await opened(path.replace(/[a-z]+/, (name) => name.toUpperCase()))).toEqual([301, path])
    expect(await opened(path)).toEqual([404, null])
    expect(await opened(`${path}/more/`)).toEqual([404, null])
  },
)
