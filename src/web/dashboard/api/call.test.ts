import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, callPage } from './call.ts'
import { CallFailed, isSignedOut, NoAnswer, sentenceOf } from './call-failed.ts'

type Seen = { method: string; url: string; contentType: string | undefined; body: string }
type Reply = { status: number; headers?: Record<string, string>; body: string }

let server: Server
let seen: Seen[]
let reply: Reply

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: string[] = []
  for await (const chunk of request) chunks.push(String(chunk))
  return chunks.join('')
}

beforeEach(async () => {
  seen = []
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, contentType: headers['content-type'], body: await bodyOf(request) })
    response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  const realFetch = globalThis.fetch
  // Node has no page to be relative to: the browser's base address is put in front here.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`${origin}${path}`, init))
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await new Promise((resolve) => server.close(resolve))
})

describe('call', () => {
  it('puts the input of a GET into the query and leaves out what is undefined', async () => {
    reply = { status: 200, body: '{"visitors":3}' }
    const answer = await call('GET /api/analytics/summary', {
      range: 'custom',
      from: '2026-11-01',
      to: undefined,
      tz: 'Europe/Paris',
    })
    expect(answer.visitors).toBe(3)
    expect(seen[0]?.url).toBe('/api/analytics/summary?range=custom&from=2026-11-01&tz=Europe%2FParis')
  })

  it('fills path parameters percent-encoded and sends the rest as JSON', async () => {
    reply = { status: 200, body: '{}' }
    await call('PATCH /api/blocked-ips/:id', { id: 'a/b', isActive: false })
    expect(seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/blocked-ips/a%2Fb',
      contentType: 'application/json',
      body: '{"isActive":false}',
    })
  })

  it('sends no body and no content type where there is nothing to send', async () => {
    reply = { status: 200, body: '{"success":true}' }
    await call('POST /api/analytics/logout', {})
    expect(seen[0]).toMatchObject({ method: 'POST', contentType: undefined, body: '' })
  })

  it('throws the status, a colon and the answer’s text', async () => {
    reply = { status: 422, body: '{"error":"Not an address.","fields":{"ipAddress":"must be an address"}}' }
    const failure = await call('POST /api/blocked-ips', { ipAddress: 'x' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CallFailed)
    expect(failure).toMatchObject({
      message: `422: ${reply.body}`,
      sentence: 'Not an address.',
      fields: { ipAddress: 'must be an address' },
    })
  })

  it('falls back to the status text where the answer is empty', async () => {
    reply = { status: 503, body: '' }
    await expect(call('GET /api/blocked-ips', {})).rejects.toThrow('503: Service Unavailable')
  })

  it('knows an ended session and the wait the server asks for', async () => {
    reply = { status: 401, body: '{"error":"No session."}' }
    const ended = await call('GET /api/analytics/session', {}).catch((error: unknown) => error)
    expect(isSignedOut(ended)).toBe(true)
    reply = { status: 429, headers: { 'retry-after': '30' }, body: '{"error":"Too many tries."}' }
    const late = await call('GET /api/analytics/session', {}).catch((error: unknown) => error)
    expect(late).toMatchObject({ retryAfter: 30 })
    expect(isSignedOut(late)).toBe(false)
    expect(sentenceOf(late)).toBe('Too many tries.')
    expect(sentenceOf(new TypeError('fetch failed'))).toMatch(/cannot be reached/)
  })
})

describe('a call that nobody answers', () => {
  // A connection that was lost without a word: only who asks can end it.
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        }),
    )
  })
  afterEach(() => void vi.useRealTimers())

  it('is given up, and says what that means for a change and for a read', async () => {
    const change = call('POST /api/analytics/logout', {}).catch((error: unknown) => error)
    const read = callPage('GET /api/visitors', {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await change).toBeInstanceOf(NoAnswer)
    expect(sentenceOf(await change)).toMatch(/It may have been done all the same/)
    expect(sentenceOf(await read)).toBe('No answer came in time. Check the connection, then try again.')
  })

  it('is given up at once by whoever asked, without a word of its time', async () => {
    const asking = new AbortController()
    const read = call('GET /api/analytics/session', {}, { signal: asking.signal }).catch((e: unknown) => e)
    asking.abort()
    expect(await read).toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is waited for where it works on a file', async () => {
    const ended = vi.fn()
    void call('POST /api/site/films', { upload: 'a' }, { isOfFile: true }).catch(ended)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('callPage', () => {
  it('gives the rows with the total and the next cursor from the headers', async () => {
    reply = { status: 200, headers: { 'x-total-count': '1234', 'x-next-cursor': 'c2' }, body: '[{"id":"1"}]' }
    const page = await callPage('GET /api/visitors', { limit: 1 })
    expect(page).toMatchObject({ total: 1234, next: 'c2' })
    expect(page.rows).toHaveLength(1)
  })

  it('reads a list without headers as complete', async () => {
    reply = { status: 200, body: '[{"id":"1"},{"id":"2"}]' }
    expect(await callPage('GET /api/blocked-ips', {})).toMatchObject({ total: 2, next: null })
  })
})
