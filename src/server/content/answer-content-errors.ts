import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DraftConflict } from '#contract/content-api.ts'
import { answerError, refusalOf } from '#server/platform/http/answer-errors.ts'
import { sendProblemPage } from '#server/platform/http/problem-page.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { DraftChanged } from './draft.ts'

/** Answers an editor whose draft was changed by another with what stands there now; all else as everywhere. */
export function answerContentError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof DraftChanged) {
    const { row, draft, changedPaths } = error
    const body: DraftConflict = {
      ...{ error: error.message, revision: row.revision, changedPaths, content: draft },
      savedAt: row.saved_at?.toISOString() ?? null,
      savedBy: row.saved_by,
    }
    return reply.code(409).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }
  if (isTooLarge(error))
    return answerError(new Refusal('too-large', 'This is more than the site can keep.'), request, reply)
  return answerError(error, request, reply)
}

/** Answers a frame that cannot have the preview with a page that says why; every other caller with JSON. */
export function answerPreviewError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error)
  const isInFrame = request.headers.accept?.includes('text/html') ?? false
  if (!isInFrame) return answerContentError(error, request, reply)
  if (refusal.code === 'unexpected') request.log.error({ err: error }, 'a preview could not be drawn')
  return sendProblemPage(reply, refusal.code === 'no-session' ? signedOut() : refusal, true)
}

const signedOut = () =>
  new Refusal('no-session', 'Your session has ended. Sign in to the dashboard again to see the preview.')

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413
