import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RefusalBody, refusalStatus } from '#contract/refusal-codes.ts'
import { busy, Refusal } from '#server/platform/refusal.ts'
import { isInTheWay, isUnavailable } from '#server/platform/unavailable.ts'
import { isForEyes, sendProblemPage } from './problem-page.ts'

/**
 * The one place where an error becomes an answer (docs/spec.md, 'Errors'): never a stack trace, always one plain
 * sentence.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => answerError(error, request, reply))
}

/** Sends the answer of an error, as a page where a person is looking and as JSON otherwise; what is not a refusal is logged and answered as unexpected. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (isStopped(error)) request.log.warn({ err: error }, 'a request took too long for the database')
  if (isInTheWay(error)) request.log.warn({ err: error }, 'another transaction was in the way of a request')
  if (refusal.code === 'unexpected') request.log.error({ err: error }, 'a request failed unexpectedly')
  if (isForEyes(request)) return sendProblemPage(reply, refusal)
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', String(refusal.retryAfterSeconds))
  const body: RefusalBody = { error: refusal.message }
  if (refusal.fields) body.fields = refusal.fields
  return reply
    .code(refusalStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Translates any error into the refusal that the caller sees. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error) || isInTheWay(error)) return busy()
  if (isStopped(error)) return new Refusal('busy', TOO_LONG, { retryAfterSeconds: 30 })
  if (isFastifyError(error)) return refusalOfFastify(error)
  return new Refusal('unexpected', 'Something went wrong on our side.')
}

// What the database stopped at its time limit (57014; PostgreSQL, appendix A).
const isStopped = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'
const TOO_LONG = 'This took too long and was stopped. Please try again in a moment, or ask for less.'

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'

function refusalOfFastify(error: FastifyError): Refusal {
  if (error.statusCode === 413) return new Refusal('too-large', 'The request is larger than 64 KiB.')
  if (error.statusCode === 415) return new Refusal('wrong-type', 'Send JSON (application/json).')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Refusal('malformed', 'The request could not be read.')
  return new Refusal('unexpected', 'Something went wrong on our side.')
}
