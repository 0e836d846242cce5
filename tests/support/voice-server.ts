import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenLocally } from './listening-server.ts'

/** A call that the simulated voice agent was asked to place. */
export type AskedCall = {
  callRequestId: string
  leadId: string
  name: string
  phone: string
  email?: string
  timezone?: string
  page: string | null
  attribution: { source: string | null; campaign: string | null }
  requestedAt: string
}

/**
 * How the voice agent can go wrong. A number answers with that status, before anything is taken.
 * - `down`: nothing listens; `half-open`: reads and never answers; `garbage-bytes`: answers what is no HTTP
 * - `slow`: takes the call and answers late; `html`, `nonsense`: takes it and answers 200 with a page, or a stray word
 * - `cut-body`: takes it and breaks off in the middle of the answer's JSON
 * - `silent-after`, `hang-up-after`, `half-answer`: takes it, and nobody can know: never answers, hangs up, or breaks off
 *   in the first line of the answer
 */
export type VoiceTrouble =
  | number
  | 'down'
  | 'half-open'
  | 'garbage-bytes'
  | 'slow'
  | 'html'
  | 'nonsense'
  | 'cut-body'
  | 'silent-after'
  | 'hang-up-after'
  | 'half-answer'

/** How far a trouble reaches: all requests unless said otherwise. */
export type VoiceScope = { times?: number; phone?: string; headers?: Record<string, string> }

/** A request as the agent's own log tells it. `isTaken`: it was signed, and no trouble came before it was read. */
export type VoiceRequest = { key: string; phone: string; at: number; isTaken: boolean }

/** A running simulated voice agent. */
export type VoiceServer = {
  url: string
  /** The calls it places, once for each idempotency key. */
  calls: AskedCall[]
  /** What it was asked again, or without a proper signature. */
  again: string[]
  unsigned: number
  /** Every request that reached it. */
  log: VoiceRequest[]
  /** Begins a trouble; those that are told apart by a phone stand side by side. */
  begin(trouble: VoiceTrouble, scope?: VoiceScope): Promise<void>
  /** Answers so many requests with this status; `0` hangs up after the call was taken. */
  failWith(status: number, times?: number): void
  /** Ends all trouble. */
  recover(): Promise<void>
  stop(): Promise<void>
}

type Running = {
  trouble: VoiceTrouble
  phone: string | undefined
  headers: Record<string, string>
  left: number
}

const LATE_MS = 1500
const html = '<!doctype html><title>Sign in</title><p>Welcome back'

/** Starts a local voice agent that takes only what is signed, and each call once; `now` is the time it knows. */
export async function startVoiceServer(secret: string, now = Date.now): Promise<VoiceServer> {
  const server = {
    calls: [] as AskedCall[],
    again: [] as string[],
    unsigned: 0,
    log: [] as VoiceRequest[],
  }
  const keys = new Set<string>()
  let troubles: Running[] = []

  const isSigned = (request: IncomingMessage, text: string) => {
    const signature = String(request.headers['x-leadline-signature'])
    const [, seconds = ''] = /^t=(\d+),/.exec(signature) ?? []
    const digest = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
    const isFresh = Math.abs(now() / 1000 - Number(seconds)) < 300
    return signature === `t=${seconds},v1=${digest}` && isFresh
  }
  const take = (entry: VoiceRequest, call: AskedCall) => {
    entry.isTaken = true
    if (keys.has(entry.key)) server.again.push(entry.key)
    else server.calls.push(call)
    keys.add(entry.key)
  }

  const http = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const call: AskedCall = JSON.parse(text)
    const entry = {
      key: String(request.headers['idempotency-key']),
      phone: call.phone,
      at: Date.now(),
      isTaken: false,
    }
    server.log.push(entry)
    const running = troubles.find(({ phone, left }) => left > 0 && (phone ?? call.phone) === call.phone)
    if (running) running.left -= 1
    const trouble = running?.trouble
    if (trouble === 'half-open') return
    if (trouble === 'garbage-bytes') return void request.socket.end('220 smtp.example.com ESMTP\r\n')
    if (typeof trouble === 'number' && trouble > 0)
      return void response.writeHead(trouble, { 'content-type': 'text/html', ...running?.headers }).end(html)
    if (!isSigned(request, text)) {
      server.unsigned += 1
      return void response.writeHead(401).end()
    }
    take(entry, call)
    if (trouble === 'slow') await pause(LATE_MS)
    await answer(trouble, request, response)
  })
  const { port, goDown, comeBack } = await listenLocally(http, { cut: () => http.closeAllConnections() })
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}/calls`,
    async begin(trouble: VoiceTrouble, { times, phone, headers = {} }: VoiceScope = {}) {
      if (trouble === 'down') return goDown()
      const left = times ?? Number.POSITIVE_INFINITY
      troubles = [...troubles.filter((one) => one.phone !== phone), { trouble, phone, headers, left }]
    },
    failWith(status: number, times = Number.POSITIVE_INFINITY) {
      const trouble = status === 0 ? 'hang-up-after' : status
      troubles = [{ trouble, phone: undefined, headers: {}, left: times }]
    },
    async recover() {
      troubles = []
      await comeBack()
    },
    stop: goDown,
  })
}

async function answer(
  trouble: VoiceTrouble | undefined,
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const json = { 'content-type': 'application/json' }
  switch (trouble) {
    case 'silent-after':
      return
    case 'hang-up-after':
      return void socket.destroy()
    case 'half-answer':
      socket.write('HTTP/1.1 20')
      return void setTimeout(() => socket.destroy(), 20)
    case 'cut-body':
      response.writeHead(202, { ...json, 'content-length': '500' }).write('{"ok":tr')
      return void setTimeout(() => socket.destroy(), 20)
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    case 'nonsense':
      return void response.writeHead(200, json).end('"maybe')
    default:
      response.writeHead(202, json).end('{"ok":true}')
  }
}
