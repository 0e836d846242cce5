import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { secureAnswers } from './security-headers.ts'

it('every answer carries the security headers, a refusal too, and a page may bring its own policy', async () => {
  const app = Fastify()
  await secureAnswers(app)
  app.get('/data', async () => ({}))
  app.get('/page', (_request, reply) =>
    reply.header('Content-Security-Policy', "default-src 'self'").send(''),
  )
  for (const path of ['/data', '/nowhere']) {
    const { headers } = await app.inject(path)
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
  }
  expect((await app.inject('/page')).headers['content-security-policy']).toBe("default-src 'self'")
  await app.close()
})
