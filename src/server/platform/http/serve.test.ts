import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { openApp } from './open-app.ts'
import { answered, serve } from './serve.ts'

test('what a handler sends by itself goes out once, and as it is, whatever is done with answers', async () => {
  const app = await openApp({ trustProxy: false, publicUrl: undefined, logLevel: 'silent' })
  // As where the place of a replica is asked for, and where long answers are compressed: neither is done at once.
  app.addHook('onSend', async (_request, _reply, payload) => {
    await new Promise((done) => setTimeout(done, 5))
    return payload
  })
  const failures: unknown[] = []
  app.addHook('onError', async (_request, _reply, error) => void failures.push(error.message))
  const text = {
    summary: 'Says something.',
    for: 'anyone',
    input: z.object({}),
    output: z.string(),
  } satisfies Endpoint
  serve(app, { 'GET /page': text, 'POST /form': text }, async () => {}, {
    async 'GET /page'(_input, { reply }) {
      reply.type('text/html; charset=utf-8').send('<p>A page</p>')
      return answered
    },
    async 'POST /form'(_input, { reply }) {
      reply.redirect('/next', 303)
      return answered
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const page = await fetch(`${url}/page`)
  expect([page.headers.get('content-type'), await page.text()]).toEqual([
    'text/html; charset=utf-8',
    '<p>A page</p>',
  ])
  const sent = await fetch(`${url}/form`, { method: 'POST', redirect: 'manual', headers: { origin: url } })
  expect([sent.status, sent.headers.get('location'), sent.headers.get('content-type')]).toEqual([
    303,
    '/next',
    null,
  ])
  await app.close()
  expect(failures).toEqual([])
})
