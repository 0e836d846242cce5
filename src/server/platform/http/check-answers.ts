import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RefusalBody } from '#contract/refusal-codes.ts'
import { Refusal } from '#server/platform/refusal.ts'

const Refused = z.object({
  error: z.string().min(1),
  fields: z.record(z.string(), z.string().min(1)).optional(),
}) satisfies z.ZodType<RefusalBody>

/**
 * Holds every answer that leaves the app against its contract: what says more, less or something else is told to
 * `tell`, by the endpoint's and the field's name alone, and answered as 500 instead. Registered before the routes.
 */
export function checkAnswers(app: FastifyInstance, tell: (problem: string) => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const problem = problemOf(request, reply, payload)
    if (problem === undefined) return done(null, payload)
    tell(problem)
    done(new Refusal('unexpected', problem))
  })
}

function problemOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | undefined {
  const { method, url, config } = request.routeOptions
  const { statusCode } = reply
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  if (typeof payload !== 'string' || (statusCode > 299 && (statusCode < 400 || !isJson))) return undefined
  const schemas =
    statusCode < 300
      ? config?.endpoint && [config.endpoint.output]
      : [Refused, ...(statusCode === 409 && config?.endpoint?.conflict ? [config.endpoint.conflict] : [])]
  if (!schemas) return undefined
  const departures = schemas.map((schema) => departureFrom(schema, isJson ? JSON.parse(payload) : payload))
  if (departures.includes(undefined)) return undefined
  return `${[method].flat()[0]} ${url ?? 'an unknown address'} answers ${statusCode} ${departures.at(-1)}.`
}

/** Where an answer departs from its schema, without any of its values; undefined where it does not. */
export function departureFrom(schema: z.ZodType, answer: unknown): string | undefined {
  const read = schema.safeParse(answer)
  if (read.success) return firstDifference(answer, read.data, [])
  const [issue] = read.error.issues
  const path = issue?.path ?? []
  const value = path.reduce<unknown>(inside, answer)
  return value === undefined
    ? `without ${nameOf(path)}, which its contract asks for`
    : `with ${nameOf(path)} in another form than its contract says (${issue?.code})`
}

/** What a schema reads out of an answer is the answer itself, or there was more in it, or less. */
function firstDifference(answer: unknown, read: unknown, path: PropertyKey[]): string | undefined {
  if (isDeepStrictEqual(answer, read)) return undefined
  if (!isObject(answer) || !isObject(read))
    return `with ${nameOf(path)} in another form than its contract says`
  for (const key of new Set([...Object.keys(answer), ...Object.keys(read)])) {
    const inner = [...path, key]
    if (!Object.hasOwn(read, key)) return `with ${nameOf(inner)}, which its contract does not name`
    if (!Object.hasOwn(answer, key)) return `without ${nameOf(inner)}, which its contract asks for`
    const difference = firstDifference(answer[key], read[key], inner)
    if (difference) return difference
  }
  return `with ${nameOf(path)} in another form than its contract says`
}

// Some objects have what people typed as their keys; those are nobody's business in a log.
const nameOf = (path: PropertyKey[]): string =>
  path.map((key) => (/^\w{1,40}$/.test(String(key)) ? String(key) : '…')).join('.') || 'a body'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const inside = (value: unknown, key: PropertyKey): unknown =>
  isObject(value) ? Reflect.get(value, key) : undefined
