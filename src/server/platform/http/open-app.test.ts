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
