import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenLocally } from './listening-server.ts'

/**
 * How a receiver can go wrong. A number answers with that status.
 * - `hang`: never answers; `garbage-bytes`: answers what is no HTTP
 * - `slow`: takes it and answers late; `html`: takes it and answers 200 with a page; `cut-body`: takes it and breaks off
 *   in the middle of the answer
 * - `silent-after`, `hang-up-after`, `half-answer`: takes it, and nobody can know: never answers, hangs up, or breaks
 *   off in the answer's first line
 */
export type HookTrouble =
  | number
  | 'hang'
  | 'garbage-bytes'
  | 'slow'
  | 'html'
  | 'cut-body'
  | 'silent-after'
  | 'hang-up-after'
  | 'half-answer'

/** A call as the receiver's own log tells it. */
export type HookCall = { key: string; body: Record<string, unknown>; at: number; isTaken: boolean }

/** A running receiver of outgoing webhooks. */
export type HookServer = {
  url: string
  /** The bodies of the calls it answered with success, or took without saying so. */
  taken: Record<string, unknown>[]
  /** Every call, whatever it was answered. */
  log: HookCall[]
  calls(): number
  /** Answers so many calls with this status, or goes wrong in this way. */
  answerWith(trouble: HookTrouble, times?: number, headers?: Record<string, string>): void
  /** Stops listening, until it is well again. */
  goDown(): Promise<void>
  recover(): Promise<void>
  stop(): Promise<void>
}

const LATE_MS = 1500

/** Starts a local receiver of outgoing webhooks. */
export async function startHookServer(): Promise<HookServer> {
  let trouble: HookTrouble = 200
  let more: Record<string, string> = {}
  let left = 0
  const taken: Record<string, unknown>[] = []
  const log: HookCall[] = []
  const server = createServer(async (request, response) => {
    const entry: HookCall = {
      key: String(request.headers['idempotency-key']),
      body: {},
      at: Date.now(),
      isTaken: false,
    }
    log.push(entry)
    const answer = left > 0 ? trouble : 200
    const headers = left > 0 ? more : {}
    left -= 1
    let text = ''
    for await (const chunk of request) text += String(chunk)
    entry.body = JSON.parse(text)
    const { socket } = request
    if (answer === 'hang') return
    if (answer === 'garbage-bytes') return void socket.end('220 smtp.example.com ESMTP\r\n')
    if (typeof answer === 'string' || answer < 300) {
      entry.isTaken = true
      taken.push(entry.body)
    }
    switch (answer) {
      case 'silent-after':
        return
      case 'hang-up-after':
        return void socket.destroy()
      case 'half-answer':
        socket.write('HTTP/1.1 20')
        return void setTimeout(() => socket.destroy(), 20)
      case 'cut-body':
        response.writeHead(200, { 'content-length': '500' }).write('{"ok":tr')
        return void setTimeout(() => socket.destroy(), 20)
      case 'slow':
        await pause(LATE_MS)
        return void response.writeHead(200).end('fine')
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in')
      default:
        response.writeHead(typeof answer === 'number' ? answer : 200, {
          location: 'http://127.0.0.1:1/',
          ...headers,
        })
        response.end('fine')
    }
  })
  const { port, goDown, comeBack } = await listenLocally(server, { cut: () => server.closeAllConnections() })
  return {
    url: `http://127.0.0.1:${port}/hook`,
    taken,
    log,
    calls: () => log.length,
    answerWith(next, times = Number.POSITIVE_INFINITY, headers = {}) {
      trouble = next
      more = headers
      left = times
    },
    goDown,
    async recover() {
      left = 0
      await comeBack()
    },
    stop: goDown,
  }
}
