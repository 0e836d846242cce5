import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeUnused } from './close-unused.ts'

it('closes once all is answered, although browsers keep their connections and have others ahead of time', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  closeUnused(app)
  const isAsked = Promise.withResolvers<void>()
  const isClosing = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    isAsked.resolve()
    await isClosing.promise
    await new Promise((done) => setTimeout(done, 300))
    return 'answered'
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const silent = connect(Number(port), '127.0.0.1')
  silent.resume()
  await once(silent, 'connect')
  const answer = fetch(`http://127.0.0.1:${port}/slow`)
  await isAsked.promise
  const gone = once(silent, 'close')
  const closed = app.close()
  isClosing.resolve()
  await closed
  await gone
  // Whoever waits for an answer gets it.
  expect(await (await answer).text()).toBe('answered')
  // Node itself would end the silent connection after a minute.
}, 30_000)

it('closes although somebody takes an answer slowly, whose connection is ended after some seconds', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  closeUnused(app, 300)
  app.get('/film', async (_request, reply) =>
    reply.send(
      new Readable({
        read() {
          this.push(Buffer.alloc(65_536))
        },
      }),
    ),
  )
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const viewer = connect(Number(port), '127.0.0.1')
  viewer.on('error', () => {})
  viewer.write('GET /film HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(viewer, 'readable')
  await app.close()
  const gone = once(viewer, 'close')
  viewer.resume()
  await gone
}, 30_000)
