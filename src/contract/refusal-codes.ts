/** Every reason the server may refuse a call, with the HTTP status it answers (docs/spec.md, 'Errors'). */
export const refusalStatus = {
  malformed: 400,
  'no-session': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-type': 415,
  invalid: 422,
  'too-many': 429,
  'too-many-today': 429,
  unexpected: 500,
  busy: 503,
  'no-room': 507,
} as const

/** The name of a reason for refusing a call. */
export type RefusalCode = keyof typeof refusalStatus

/** The JSON body of every refusal: one plain sentence and, for 422, a sentence per field. */
export type RefusalBody = { error: string; fields?: Record<string, string> }
