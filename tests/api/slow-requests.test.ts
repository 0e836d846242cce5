import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let product: RunningProduct
beforeAll(async () => {
  product = await runProduct({ arrivalLimits: { headersMs: 500, bodyMs: 500, uploadMs: 60_000 } })
})
afterAll(() => product?.end())

type Talk = { socket: Socket; said: Promise<string> }

/** Opens a connection, sends this much and nothing more, and gives what is answered until the server closes. */
async function say(text: string): Promise<Talk> {
  const { hostname, port } = new URL(product.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part
  })
  return { socket, said: once(socket, 'close').then(() => answer) }
}

const head = (line: string, more: string[] = []) =>
  `${[line, `Host: ${new URL(product.url).host}`, ...more].join('\r\n')}\r\n`
const slowBody = () =>
  say(
    `${head('POST /api/visitors/track HTTP/1.1', ['Content-Type: application/json', 'Content-Length: 90'])}\r\n{`,
  )

test.each([
  ['nothing', () => ''],
  ['half a head', () => head('GET /meme HTTP/1.1')],
])('a connection that sends %s is closed', async (_what, text) => {
  expect(await (await say(text())).said).toMatch(/^(|HTTP\/1\.1 408 [\s\S]*took too long to arrive)/)
})

test.each([
  ['/api/visitors/track', 'application/json'],
  ['/api/capture-lead', 'application/x-www-form-urlencoded'],
  ['/api/webhooks/cal', 'application/json'],
  ['/nowhere', 'application/json'],
])('a body for %s that never ends is closed', async (path, type) => {
  const { said } = await say(
    `${head(`POST ${path} HTTP/1.1`, [`Content-Type: ${type}`, 'Content-Length: 90'])}\r\n{`,
  )
  expect(await said).toMatch(/^HTTP\/1\.1 (408|404) /)
})

test('a body in chunks that never ends is closed', async () => {
  const more = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
  const { said } = await say(`${head('POST /api/visitors/track HTTP/1.1', more)}\r\n1\r\n{\r\n`)
  expect(await said).toMatch(/^HTTP\/1\.1 408 /)
})

test('a picture may take longer than other bodies, and one that comes in time is read whole', async () => {
  const owner = await product.owner()
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const bytes = 'not a picture at all'.repeat(10)
  const upload = await say(
    `${head('POST /api/site/pictures HTTP/1.1', [
      `Cookie: ${cookie}`,
      'Content-Type: image/jpeg',
      `Content-Length: ${bytes.length}`,
      'Connection: close',
    ])}\r\n${bytes.slice(0, 50)}`,
  )
  // Begun after the picture and closed before it: so long the picture was allowed to wait.
  expect(await (await slowBody()).said).toMatch(/^HTTP\/1\.1 408 /)
  upload.socket.write(bytes.slice(50))
  expect(await upload.said).toMatch(/^HTTP\/1\.1 4(15|22) [\s\S]*picture/)
})
