import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/** A running simulated voice agent. */
export type VoiceServer = {
  url: string
  /** The calls it places, once for each idempotency key. */
  calls: AskedCall[]
  /** What it was asked again, or without a proper signature. */
  again: string[]
  unsigned: number
  /** Answers so many requests with this status; `0` hangs up after the call was taken. */
  failWith(status: number, times?: number): void
  recover(): void
  stop(): Promise<void>
}

/** Starts a local voice agent that takes only what is signed, and each call once. */
export async function startVoiceServer(secret: string): Promise<VoiceServer> {
  const server = { calls: [] as AskedCall[], again: [] as string[], unsigned: 0 }
  const keys = new Set<string>()
  let failure = { status: 0, left: 0 }
  const http = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const failing = failure.left > 0
    if (failing) failure.left -= 1
    if (failing && failure.status > 0) return void response.writeHead(failure.status).end()
    const signature = String(request.headers['x-leadline-signature'])
    const [, seconds = ''] = /^t=(\d+),/.exec(signature) ?? []
    const digest = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
    const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 300
    if (signature !== `t=${seconds},v1=${digest}` || !isFresh) {
      server.unsigned += 1
      return void response.writeHead(401).end()
    }
    const key = String(request.headers['idempotency-key'])
    const call: AskedCall = JSON.parse(text)
    if (keys.has(key)) server.again.push(key)
    else server.calls.push(call)
    keys.add(key)
    if (failing) return void request.socket.destroy()
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = http.address() as AddressInfo
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}/calls`,
    failWith(status: number, times = Number.POSITIVE_INFINITY) {
      failure = { status, left: times }
    },
    recover() {
      failure = { status: 0, left: 0 }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  })
}
