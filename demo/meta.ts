import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { type LocalAnswer, listenHere } from './listen-here.ts'

/** The demo's Meta: a Conversions API of this machine that forgets all but which events it took. */
export type DemoMeta = {
  /** With the version, as the product wants it. */
  url: string
  pixelId: string
  token: string
  /** Every event that was taken, by name and id: the same one again counts once. */
  taken: Set<string>
  /** Why requests were refused, in the words of the answer. */
  refused: string[]
  stop(): Promise<void>
}

/** The demo's pixel; it is nobody's, and nothing is ever loaded for it. */
export const PIXEL_ID = '123456789012345'

const SEVEN_DAYS = 7 * 86_400

// What Meta insists on for events of a website.
const Request = z.object({
  access_token: z.string(),
  data: z
    .array(
      z.object({
        event_name: z.string().min(1),
        event_time: z.int(),
        event_id: z.string().min(1),
        action_source: z.literal('website'),
        event_source_url: z.url(),
        user_data: z.looseObject({ client_user_agent: z.string().min(1) }),
        custom_data: z.object({ value: z.number().optional(), currency: z.string().optional() }).optional(),
      }),
    )
    .min(1)
    .max(1000),
})

/** Starts the demo's Meta: it takes a batch as a whole or not at all, and says how many events it received. */
export async function startDemoMeta(clock: Clock = systemClock): Promise<DemoMeta> {
  const token = `demo-${randomBytes(12).toString('hex')}`
  const taken = new Set<string>()
  const refused: string[] = []

  const refuse = (code: number, message: string, error_subcode?: number): LocalAnswer => {
    refused.push(message)
    const error = { message, type: 'OAuthException', code, error_subcode, fbtrace_id: trace() }
    return { status: 400, body: { error } }
  }
  const server = await listenHere(({ method, path, text }) => {
    if (method !== 'POST' || path !== `/v25.0/${PIXEL_ID}/events`)
      return refuse(100, 'Unsupported post request.', 33)
    const { data: request, error } = Request.safeParse(parsed(text))
    if (!request) return refuse(100, `Invalid parameter: ${error.issues[0]?.path.join('.')}`)
    if (request.access_token !== token) return refuse(190, 'Malformed access token.')
    const now = clock.now().getTime() / 1000
    for (const { event_name: name, event_time: at, custom_data: custom } of request.data) {
      if (at < now - SEVEN_DAYS || at > now + 60) return refuse(100, 'Event Timestamp Too Old', 2_804_003)
      if (name === 'Purchase' && (custom?.value === undefined || !custom.currency))
        return refuse(100, 'A purchase needs value and currency.', 2_804_009)
    }
    for (const { event_name: name, event_id: id } of request.data) taken.add(`${name} ${id}`)
    return {
      status: 200,
      body: { events_received: request.data.length, messages: [], fbtrace_id: trace() },
    }
  })
  return {
    ...{ url: `${server.origin}/v25.0`, pixelId: PIXEL_ID, token, taken, refused },
    stop: server.stop,
  }
}

const trace = () => `A${randomBytes(12).toString('base64url')}`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
