import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { fieldName } from '#contract/field-names.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { compressAnswer } from './compress-answer.ts'
import { readInput, refusedFields } from './read-input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract a route answers, for whoever lists the routes. */
    endpoint?: Endpoint
    /** What a route without a contract does, in one line. */
    summary?: string
  }
}

/** The request and reply behind a call, for handlers that read headers or set cookies. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** What a handler returns that has sent its answer by itself, a page or the way to one. */
export const answered: unique symbol = Symbol('answered')

/** What answers each of a feature's endpoints. */
export type Handlers<E extends Endpoints> = {
  [Key in keyof E]: E[Key] extends Endpoint
    ? (
        input: z.output<E[Key]['input']>,
        exchange: Exchange,
      ) => Promise<z.input<E[Key]['output']> | typeof answered>
    : never
}

/** Lets a request through or throws the refusal `no-session`. */
export type OwnerGate = (request: FastifyRequest) => Promise<void>

/** Answers an endpoint's errors where the common way does not fit, e.g. a form posted without JavaScript. */
export type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Throws where a caller may not even be answered by what an endpoint costs, e.g. too many calls from one address. */
export type Admission = (request: FastifyRequest) => Promise<void>

/**
 * Registers a feature's endpoints: gate, then admission, then input check, then handler. The contract is the only list
 * of routes.
 */
export function serve<E extends Endpoints>(
  app: FastifyInstance,
  endpoints: E,
  ownerGate: OwnerGate,
  handlers: Handlers<E>,
  errorAnswers: { [Key in keyof E]?: ErrorAnswer } = {},
  admissions: { [Key in keyof E]?: Admission } = {},
): void {
  for (const key of Object.keys(endpoints)) {
    const endpoint: Endpoint | undefined = endpoints[key as keyof Endpoints]
    // Keys and handlers come from the same map, so the handler takes what this endpoint's input gives.
    const handler = handlers[key as keyof E] as (input: unknown, exchange: Exchange) => Promise<unknown>
    const [method, url] = key.split(' ')
    if (!endpoint || !method || !url) throw new Error(`"${key}" is not an endpoint's name`)
    app.route({
      method: method as HTTPMethods,
      url,
      config: { endpoint },
      // The dashboard's lists are ten times as long as they need be on their way; answers to visitors are short.
      ...(endpoint.for === 'owner' && { onSend: compressAnswer }),
      ...(errorAnswers[key as keyof E] ? { errorHandler: errorAnswers[key as keyof E] } : {}),
      handler: async (request, reply) => {
        if (endpoint.for === 'owner') await ownerGate(request)
        await admissions[key as keyof E]?.(request)
        const input = readInput(endpoint.input, inputOf(request))
        if (withZero(request.params)) throw new Refusal('not-found', 'There is nothing at this address.')
        const output = await handler(input, { request, reply })
        // It may be on its way still: what is left to do with an answer does not all happen at once.
        if (output === answered || reply.sent) return reply
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(output))
      },
    })
  }
}

/** A read's query string or a write's body; path parameters win over both. */
function inputOf(request: FastifyRequest): unknown {
  const { body, query, params } = request
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new Refusal('malformed', 'The request body must be a JSON object.')
  if (body === null) throw new Refusal('malformed', 'The request body must be a JSON object.')
  refuseZero(query)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // A write reads its body alone; without one it has no fields.
  if (!isRead) return { ...asRecord(body), ...asRecord(params) }
  return { ...asRecord(query), ...asRecord(params) }
}

/** The field that holds a zero character: no text in the database does, so nothing there can be found by it. */
const withZero = (inAddress: unknown): string | undefined =>
  Object.entries(asRecord(inAddress)).find(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  )?.[0]

function refuseZero(query: unknown): void {
  const field = withZero(query)
  if (field !== undefined)
    throw refusedFields([
      { key: field, name: fieldName([field]), words: 'must not contain control characters' },
    ])
}

const asRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
