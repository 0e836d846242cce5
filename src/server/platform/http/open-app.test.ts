import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openApp } from './open-app.ts'

test('who sends a call and leaves at once is known by the address all the same', async () => {
  const app = await openApp({ trustProxy: false, publicUrl: undefined, logLevel: 'silent' })
  const address = new Promise<string>((tell) => {
    app.get('/', async (request) => {
      leaving.resetAndDestroy()
      await new Promise((gone) => request.socket.once('close', gone))
      tell(request.ip)
      return null
    })
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const leaving = connect(Number(port), '127.0.0.1')
  leaving.on('error', () => {})
  leaving.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await address).toBe('127.0.0.1')
  await app.close()
})

test('what is asked while the server closes is refused in the same form as anything else', async () => {
  const app = await openApp({ trustProxy: false, publicUrl: undefined, logLevel: 'silent' })
  app.get('/api/anything', async () => ({}))
  let url = ''
  let answer: Response | undefined
  app.addHook('preClose', async () => {
    answer = await fetch(`${url}/api/anything`)
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`${url}/api/anything`)).status).toBe(200)
  await app.close()
  expect(answer?.status).toBe(503)
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    ...{ 'retry-after': '2', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
  expect(await answer?.json()).toEqual({ error: 'The service is busy. Please try again in a moment.' })
})
