import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenLocally } from './listening-server.ts'
import { whyRefused } from './meta-server/why-refused.ts'

/** An event as the simulated Meta took it. */
export type MetaEvent = Record<string, unknown> & {
  event_id: string
  event_name: string
  event_time: number
  event_source_url: string
  user_data: Record<string, string | string[]>
  custom_data?: Record<string, unknown>
}

/**
 * How it may fail: the token is revoked, calls are throttled, it stumbles, it says of itself that it will pass, it is
 * slow, it takes the events and hangs up, it never answers, or it answers with a page.
 */
export type MetaFailure =
  | 'revoked'
  | 'throttled'
  | 'error-500'
  | 'transient'
  | 'slow'
  | 'hang-up-after'
  | 'half-open'
  | 'garbage'

/** A running simulated Meta. */
export type MetaServer = {
  /** With the version, for use as the base address. */
  url: string
  /** Every event that was taken, once each by its id; what arrived again is counted in `again`. */
  accepted: MetaEvent[]
  again: string[]
  /** Every request so far: how many events it carried, and the status it was answered with; null: none. */
  requests: { events: number; status: number | null; testCode: unknown }[]
  /** Events that are refused whatever they look like, by id or name. */
  refuse: Set<string>
  failWith(mode: MetaFailure, times?: number): void
  recover(): void
  /** Keeps every answer, and takes no event, until what it returns is called. */
  hold(): () => void
  stop(): Promise<void>
}

/** Starts a local Conversions API that behaves as the vendor documents it: strict, and a batch is all or nothing. */
export async function startMetaServer(options: {
  pixelId: string
  token: string
  now?: () => Date
}): Promise<MetaServer> {
  const now = options.now ?? (() => new Date())
  const server: Omit<MetaServer, 'url' | 'failWith' | 'recover' | 'hold' | 'stop'> = {
    accepted: [],
    again: [],
    requests: [],
    refuse: new Set(),
  }
  let held: Promise<void> | undefined
  let failure: { mode: MetaFailure; left: number } | null = null

  const answer = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
    return status
  }
  const error = (response: ServerResponse, code: number, more: object = {}, status = 400) =>
    answer(response, status, {
      error: { message: 'Invalid parameter', type: 'OAuthException', code, fbtrace_id: 'Atrace', ...more },
    })
  const take = (events: MetaEvent[]) => {
    for (const event of events)
      if (
        server.accepted.some(
          ({ event_id, event_name }) => event_id === event.event_id && event_name === event.event_name,
        )
      )
        server.again.push(event.event_id)
      else server.accepted.push(event)
  }

  const http = createServer(async (request, response) => {
    const entry: MetaServer['requests'][number] = { events: 0, status: null, testCode: undefined }
    server.requests.push(entry)
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = JSON.parse(text)
    entry.events = Array.isArray(body.data) ? body.data.length : 0
    entry.testCode = body.test_event_code
    await held
    const mode = failure && failure.left > 0 ? failure.mode : null
    if (failure && mode) failure.left -= 1
    if (mode === 'half-open') return
    if (mode === 'slow') await pause(1500, undefined, { ref: false })
    if (mode === 'garbage') {
      entry.status = 200
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
    }
    if (request.method !== 'POST' || request.url !== `/v25.0/${options.pixelId}/events`)
      entry.status = error(response, 100, { message: 'Unsupported post request.', error_subcode: 33 })
    else if (mode === 'revoked' || body.access_token !== options.token)
      entry.status = error(response, 190, { message: `Malformed access token ${body.access_token}` })
    else if (mode === 'throttled') entry.status = error(response, 4, { message: 'Too many calls' })
    else if (mode === 'transient') entry.status = error(response, 100, { is_transient: true })
    else if (mode === 'error-500') entry.status = answer(response, 500, { error: 'oops' })
    else {
      const why = whyRefused(body, now(), server.refuse)
      if (why) entry.status = error(response, 100, why)
      else {
        take(body.data)
        if (mode === 'hang-up-after') return void request.socket.destroy()
        entry.status = answer(response, 200, {
          events_received: body.data.length,
          messages: [],
          fbtrace_id: 'Atrace',
        })
      }
    }
  })
  const { port, goDown } = await listenLocally(http, { cut: () => http.closeAllConnections() })
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}/v25.0`,
    failWith(mode: MetaFailure, times = Number.POSITIVE_INFINITY) {
      failure = { mode, left: times }
    },
    recover() {
      failure = null
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    stop: goDown,
  })
}
