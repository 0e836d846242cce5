import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

/** One call that the app answers: its contract, or for what is not JSON both ways, its summary alone. */
export type Call = { method: string; path: string; endpoint: Endpoint | null; summary: string }

/** Gathers every call below `/api/` that is registered after this, so that none can be left out of the list. */
export function collectCalls(app: FastifyInstance): Call[] {
  const calls: Call[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/api/')) return
    for (const each of [method].flat()) {
      if (each === 'HEAD' || each === 'OPTIONS') continue
      const endpoint = config?.endpoint ?? null
      calls.push({ method: each, path: url, endpoint, summary: endpoint?.summary ?? config?.summary ?? '' })
    }
  })
  return calls
}
