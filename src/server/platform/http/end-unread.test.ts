import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { usualArrivalLimits } from './limit-slowness.ts'
import { openApp } from './open-app.ts'
import { sendStretches } from './send-stretches.ts'

// More than the system takes from us on its own for somebody who does not read.
const SIZE = 64 * 1024 * 1024

it('ends an answer that nobody takes and lets its file go, but none that flows, nor one that waits for us', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-unread-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'film')
  await writeFile(path, '')
  await truncate(path, SIZE)
  const closed = { publicUrl: undefined, trustProxy: false as const, logLevel: 'silent' }
  const app = await openApp(closed, usualArrivalLimits, 1000)
  onTestFinished(() => app.close())
  const film = {
    stretches: [{ path, from: 0, to: SIZE }],
    type: 'video/mp4',
    etag: '"1"',
    modified: new Date(0),
  }
  app.get('/film', async (request, reply) => sendStretches(request, reply, film))
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  app.addHook('onSend', async ({ headers }, _reply, payload) => {
    if (headers['x-reads'] === 'nothing' && payload instanceof Readable) payload.once('close', letGo)
  })
  let news: NodeJS.WritableStream | undefined
  app.get('/live', async (_request, reply) => {
    reply.hijack()
    reply.raw.flushHeaders()
    news = reply.raw
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => get(url + path, resolve).on('error', reject))

  const live = await ask('/live')
  const slow = await ask('/film')
  const paused = connect(Number(new URL(url).port), '127.0.0.1')
  paused.on('error', () => {})
  paused.write('GET /film HTTP/1.1\r\nhost: localhost\r\nx-reads: nothing\r\n\r\n')
  await once(paused, 'readable')

  let isEnded = false
  const ending = isLetGo.then(() => {
    isEnded = true
  })
  let taken = 0
  for await (const piece of slow) {
    taken += piece.length
    if (!isEnded) await new Promise((soon) => setTimeout(soon, 5))
  }
  expect(taken).toBe(SIZE)
  await ending
  const gone = once(paused, 'close')
  paused.resume()
  await gone
  expect(paused.bytesRead).toBeLessThan(SIZE)
  live.setEncoding('utf8')
  news?.end('somebody came')
  expect(await live.toArray()).toEqual(['somebody came'])
}, 30_000)
