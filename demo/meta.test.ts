import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DemoMeta, PIXEL_ID, startDemoMeta } from './meta.ts'

let meta: DemoMeta
beforeAll(async () => {
  meta = await startDemoMeta()
})
afterAll(() => meta?.stop())

const event = (more: object = {}) => ({
  event_name: 'Lead',
  event_time: Math.floor(Date.now() / 1000),
  event_id: 'one',
  action_source: 'website',
  event_source_url: 'https://coach.example/',
  user_data: { client_user_agent: 'a phone' },
  ...more,
})

async function send(data: object[], token = meta.token, pixel = PIXEL_ID) {
  const response = await fetch(`${meta.url}/${pixel}/events`, {
    method: 'POST',
    body: JSON.stringify({ data, access_token: token }),
  })
  return { status: response.status, body: await response.json() }
}

it('takes a batch, says how much it received, and counts the same event once', async () => {
  const batch = [event(), event({ event_id: 'two' })]
  const taken = { events_received: 2, messages: [], fbtrace_id: expect.stringMatching(/^A/) }
  expect(await send(batch)).toEqual({ status: 200, body: taken })
  await send(batch)
  expect([...meta.taken]).toEqual(['Lead one', 'Lead two'])
})

it.each([
  ['another token', () => send([event()], 'stolen'), { code: 190 }],
  ['another pixel', () => send([event()], meta.token, '1'), { code: 100, error_subcode: 33 }],
  [
    'an event older than seven days',
    () => send([event({ event_time: Math.floor(Date.now() / 1000) - 604_900 })]),
    { code: 100, error_subcode: 2_804_003 },
  ],
  ['a browser that does not say what it is', () => send([event({ user_data: {} })]), { code: 100 }],
  ['a purchase without its value', () => send([event({ event_name: 'Purchase' })]), { code: 100 }],
])('refuses the whole batch for %s', async (_what, sending, error) => {
  const before = meta.taken.size
  expect(await sending()).toMatchObject({
    status: 400,
    body: { error: { type: 'OAuthException', ...error } },
  })
  expect(meta.taken.size).toBe(before)
})
