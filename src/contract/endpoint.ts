import { z } from 'zod'

/** Who may call an endpoint: anyone, only a browser that holds the owner's session, or only a script with a key of its own. */
export type Audience = 'anyone' | 'owner' | 'script'

/** One call: who may make it, what goes in (path parameters, query and body together) and what comes out. */
export type Endpoint = {
  for: Audience
  input: z.ZodType
  output: z.ZodType
  /** What a 409 says where it is more than a refusal. */
  conflict?: z.ZodType
  summary: string
}

/** A feature's calls, each under its method and path pattern, e.g. `GET /api/visitors/:id`. */
export type Endpoints = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>

/** What a caller may send to an endpoint. */
export type InputOf<E extends Endpoint> = z.input<E['input']>

/** What an endpoint answers. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** The answer of a call that has nothing to say but that it is done. */
export const Done = z.object({ success: z.literal(true) })

/** What came of a press on 'try again': how much waits now, and a sentence. */
export const Replayed = z.object({ queued: z.number(), message: z.string() })
