// A sample of it is in tests/browser/every-page.test.ts.
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layoutShift, openChromium, openVisitor } from '#support/chromium.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { safari } from '#support/training-site.ts'

let product: RunningProduct
let browser: Browser
beforeAll(async () => {
  product = await runProduct()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const PIECES = 6
const BETWEEN_MS = 150

/** The product as a slow network brings it: documents come piece by piece. */
async function slowNetwork() {
  const server = createServer(async (request, response) => {
    const answer = await fetch(product.url + request.url, { headers: { 'user-agent': safari } })
    const type = answer.headers.get('content-type') ?? 'text/plain'
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type })
    const begin = type.startsWith('text/html') ? body.indexOf('<body') : body.length
    response.write(body.subarray(0, begin))
    const size = Math.ceil((body.length - begin) / PIECES)
    for (let at = begin; at < body.length; at += size) {
      await pause(BETWEEN_MS)
      response.write(body.subarray(at, at + size))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

describe('a page that stands in the middle of a wide window', () => {
  it.each(['/lander-college', '/qualified', '/meme', '/meme2', '/lander-hack'])(
    '%s stands still although it comes in pieces',
    async (path) => {
      const slow = await slowNetwork()
      const { context, page } = await openVisitor(browser, {
        userAgent: safari,
        size: { width: 1440, height: 900 },
      })
      await page.goto(slow.url + path)
      await page.waitForLoadState('load')
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
      await context.close()
      await slow.close()
    },
  )
})
