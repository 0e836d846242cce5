import type { RefusalBody } from '#contract/refusal-codes.ts'

function refusalIn(body: string): Partial<RefusalBody> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    // A proxy's error page is not JSON; the status has to do then.
    return {}
  }
}

/**
 * A call the server did not carry out. The message is the status, a colon and the answer's text, or the
 * status text where the answer is empty (docs/spec.md, 'Errors').
 */
export class CallFailed extends Error {
  readonly status: number
  /** The server's plain sentence, where it gave one. */
  readonly sentence: string | undefined
  /** A sentence per refused field (status 422). */
  readonly fields: Record<string, string>
  /** Seconds to wait before the next try, where the server named them. */
  readonly retryAfter: number | undefined

  constructor(status: number, statusText: string, body: string, retryAfter?: number) {
    super(`${status}: ${body || statusText}`)
    this.name = 'CallFailed'
    this.status = status
    const refusal = refusalIn(body)
    this.sentence = typeof refusal.error === 'string' ? refusal.error : undefined
    this.fields = refusal.fields ?? {}
    this.retryAfter = retryAfter
  }
}

/** A call that nobody answered in time. What it asked for may have been done all the same. */
export class NoAnswer extends Error {
  constructor(wasReading: boolean) {
    super(
      wasReading
        ? 'No answer came in time. Check the connection, then try again.'
        : 'No answer came in time. It may have been done all the same: look first, then try again.',
    )
    this.name = 'NoAnswer'
  }
}

/** Whether a call failed because the owner's session is over. */
export const isSignedOut = (error: unknown): boolean => error instanceof CallFailed && error.status === 401

/** One plain sentence about a failure, fit to show: the server's own where there is one. */
export function sentenceOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message
  if (!(error instanceof CallFailed)) return 'The server cannot be reached. Check the connection.'
  return error.sentence ?? `The server answered ${error.status}.`
}
