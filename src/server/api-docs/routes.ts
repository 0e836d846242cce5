import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import type { Call } from './collect-calls.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApi } from './open-api.ts'

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `/api/docs` to read and `/api/docs/openapi.json` for tools, for the owner only. */
export function docsRoutes(app: FastifyInstance, parts: { ownerGate: OwnerGate; calls: Call[] }): void {
  app.get('/api/docs', { config: { summary: 'This list, as a page to read.' } }, async (request, reply) => {
    await parts.ownerGate(request)
    return reply
      .header('Content-Security-Policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(docsPage(parts.calls, openApi(parts.calls)))
  })
  app.get(
    '/api/docs/openapi.json',
    { config: { summary: 'This list, as an OpenAPI 3.1 document.' } },
    async (request, reply) => {
      await parts.ownerGate(request)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(openApi(parts.calls)))
    },
  )
}
