import { randomId } from '#contract/random-id.ts'

/** The session id (docs/spec.md, 'Visitors and people'): random, once per page load. */
export const sessionId = randomId()
