import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { AdEvent } from '#server/integrations/ads.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { createMeta } from './meta.ts'

const now = new Date('2026-11-21T10:00:00.700Z')
const event = (more: Partial<AdEvent> = {}): AdEvent => ({
  id: 'e1',
  name: 'Lead',
  at: new Date('2026-11-21T09:59:59.900Z'),
  url: 'https://coach.example/',
  value: null,
  currency: null,
  content: null,
  person: {
    emails: [],
    phones: [],
    name: null,
    externalIds: [],
    ipAddress: '203.0.113.9',
    userAgent: 'a phone',
    fbc: null,
    fbp: null,
  },
  ...more,
})

let stop = () => {}
afterEach(() => stop())

/** Sends an event to a server that answers so, and returns what it was sent or the error. */
async function send(status: number, answer: unknown, events = [event()]) {
  let body: unknown
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    body = JSON.parse(text)
    response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => server.close()
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = server.address() as AddressInfo
  const meta = createMeta({ baseUrl: `http://127.0.0.1:${port}/v25.0/`, token: 'EAAsecret', now: () => now })
  const error = await meta.sendEvents('1', events).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { body, error: error instanceof VendorError ? error : undefined }
}

describe('an event on its way to Meta', () => {
  it('carries the second it happened, never one ahead, and no currency without a value', async () => {
    const ahead = event({ id: 'e2', at: new Date('2026-11-21T10:05:00Z'), currency: 'USD', content: 'x' })
    const { body, error } = await send(200, { events_received: 2 }, [event(), ahead])
    expect(error).toBeUndefined()
    const browser = { client_ip_address: '203.0.113.9', client_user_agent: 'a phone' }
    const common = { event_name: 'Lead', action_source: 'website', user_data: browser }
    expect(body).toEqual({
      access_token: 'EAAsecret',
      data: [
        { ...common, event_id: 'e1', event_time: 1_795_255_199, event_source_url: 'https://coach.example/' },
        {
          ...common,
          event_id: 'e2',
          event_time: 1_795_255_200,
          event_source_url: 'https://coach.example/',
          custom_data: { content_name: 'x' },
        },
      ],
    })
  })
})

const failure = (code: number, more: object = {}) => ({
  error: { message: 'Why EAAsecret', type: 'OAuthException', code, fbtrace_id: 'T', ...more },
})

describe('an answer that is no success', () => {
  it.each([
    ['a revoked token', 400, failure(190), 'refused-credentials'],
    ['a pixel that is not there', 400, failure(100, { error_subcode: 33 }), 'refused-credentials'],
    ['too many calls (4)', 400, failure(4), 'rate-limited'],
    ['too many calls (17)', 400, failure(17), 'rate-limited'],
    ['too many calls (613)', 400, failure(613), 'rate-limited'],
    ['trouble that passes', 400, failure(100, { is_transient: true }), 'vendor-fault'],
    ['trouble on their side', 500, failure(100), 'vendor-fault'],
    ['a proxy’s page', 502, '<html>', 'vendor-fault'],
    ['a success that is none', 200, '<html>', 'vendor-fault'],
    ['fewer than were sent', 200, { events_received: 0 }, 'vendor-fault'],
    ['too little about the person', 400, failure(100, { error_subcode: 2_804_050 }), 'invalid-request'],
    ['an event that is wrong', 400, failure(100, { error_subcode: 2_804_003 }), 'invalid-request'],
  ])('%s is told apart by its code', async (_what, status, answer, kind) => {
    const { error } = await send(status, answer)
    expect(error?.kind).toBe(kind)
    expect(error?.retryable).toBe(kind !== 'invalid-request')
    expect(error?.message).not.toContain('EAA')
  })

  it('may be none at all', async () => {
    const meta = createMeta({ baseUrl: 'http://127.0.0.1:9', token: 't' })
    await expect(meta.sendEvents('1', [event()])).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
