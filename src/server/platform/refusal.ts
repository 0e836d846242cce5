import type { RefusalCode } from '#contract/refusal-codes.ts'

/** A "no" that the caller may understand: it becomes the HTTP answer of its code (docs/spec.md, 'Errors'). */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RefusalCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** The refusal for work that cannot be taken now but can be tried again. */
export const busy = (retryAfterSeconds = 2): Refusal =>
  new Refusal('busy', 'The service is busy. Please try again in a moment.', { retryAfterSeconds })
