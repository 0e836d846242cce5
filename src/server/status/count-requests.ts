import type { FastifyInstance } from 'fastify'
import { webhookVendors } from '#contract/webhooks.ts'
import { type Durations, writeFamily, writeHistogram } from './text-format.ts'

const LIMITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']

type Route = Durations & { answers: number[] }

/**
 * Counts every answer by its route's pattern and class of status, and how long it took. Addresses that no route knows
 * are one row, so that nobody can make more of them. Returns what writes the counts for Prometheus.
 */
export function countRequests(app: FastifyInstance): () => string {
  const routes = new Map<string, Route>()

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const { url } = request.routeOptions
    const isKnown = url !== undefined && !request.is404
    const key = isKnown ? `${method} ${url}` : 'unknown'
    let route = routes.get(key)
    if (!route) {
      const labels = isKnown ? { method, route: url } : { method: 'any', route: 'unknown' }
      route = { labels, counts: new Array(LIMITS.length + 1).fill(0), sum: 0, answers: [0, 0, 0, 0, 0] }
      routes.set(key, route)
    }
    const seconds = reply.elapsedTime / 1000
    let at = 0
    while (at < LIMITS.length && seconds > (LIMITS[at] ?? 0)) at += 1
    route.counts[at] = (route.counts[at] ?? 0) + 1
    route.sum += seconds
    const answer = Math.floor(reply.statusCode / 100) - 1
    route.answers[answer] = (route.answers[answer] ?? 0) + 1
    done()
  })

  return () => {
    const all = [...routes.values()]
    const samples = all.flatMap(({ labels, answers }) =>
      answers.flatMap((value, index) => {
        const status = STATUS_CLASSES[index]
        return value > 0 && status !== undefined ? [{ labels: { ...labels, status }, value }] : []
      }),
    )
    const name = 'leadline_http_requests_total'
    const sum = (numbers: number[] = []) => numbers.reduce((total, one) => total + one, 0)
    const deliveries = webhookVendors.flatMap((vendor) => {
      const { answers } = routes.get(`POST /api/webhooks/${vendor}`) ?? {}
      const results = {
        taken: answers?.slice(0, 3),
        refused: answers?.slice(3, 4),
        failed: answers?.slice(4),
      }
      return Object.entries(results).map(([result, of]) => ({ labels: { vendor, result }, value: sum(of) }))
    })
    return (
      writeFamily({
        name: 'leadline_webhooks_total',
        help: 'Deliveries of vendors by result.',
        type: 'counter',
        samples: deliveries,
      }) +
      writeFamily({ name, help: 'Answers by route and class of status.', type: 'counter', samples }) +
      writeHistogram('leadline_http_request_duration_seconds', 'How long answers took.', LIMITS, all)
    )
  }
}
