import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ContractCall, contractCalls } from '#support/contract-endpoints.ts'
import { ownProduct } from '#support/owned-product.ts'
import { rawRequest } from '#support/raw-request.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'
import { expectRefusal } from './expect-refusal.ts'

const { product, owner } = await ownProduct()

const NOT_OURS =
  /invalid|expected|received|too (small|big)|unrecogni|regex|FST_|statusCode|NaN|undefined|zod/i
const fieldsOf = ({ path, endpoint }: ContractCall): string[] =>
  Object.keys(
    z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }).properties ?? {},
  ).filter((field) => !path.includes(`:${field}`))

/** Sends the same value in each of a call's fields. */
function send(call: ContractCall, fields: string[], value: unknown) {
  const path = call.path.replace(/:\w+/g, 'nonsense')
  const body = Object.fromEntries(fields.map((field) => [field, value]))
  const browser = call.endpoint.for === 'owner' ? owner : product.browser()
  if (call.method !== 'GET')
    return browser.send(call.method, path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const query = new URLSearchParams(fields.map((field) => [field, String(value)]))
  return browser.get(`${path}?${query}`)
}

test.each(
  shareOf<[string, unknown]>(
    [
      ['missing', undefined],
      ['of another type', { x: 1 }],
      ['a number', 5],
      ['a word that means nothing', 'nonsense'],
      ['too long', 'x'.repeat(600)],
      ['a list', ['']],
    ],
    2,
  ),
)('every call whose fields are %s is refused in our words, by field', async (_what, value) => {
  let refused = 0
  for (const call of await contractCalls()) {
    const fields = fieldsOf(call)
    if (fields.length === 0 || call.path.startsWith('/api/export/')) continue
    const answer = await send(call, fields, value)
    const shown = `${call.method} ${call.path}`
    // Of a path that has no page the preview shows the page for that.
    if (answer.status < 400 || call.path === '/api/site/preview') continue
    expectRefusal(answer, shown)
    expect(answer.text, shown).not.toMatch(NOT_OURS)
    if (answer.status !== 422) continue
    refused += 1
    expect(Object.keys(answer.body.fields), shown).not.toEqual([])
  }
  expect(refused).toBeGreaterThan(10)
})

ordinaryTest('a date range that there is none of is refused by its name', async () => {
  const { body } = await owner.get('/api/customers?range=soon')
  expect(body.error).toMatch(/^Date range must be one of today, yesterday, .* or custom\.$/)
  expect(body.fields.range).toBe(body.error)
  const two = await owner.get('/api/customers?range=custom&from=x&to=2026-02-31')
  expect(two.body).toEqual({
    error: 'Some fields need another look: From date and To date.',
    fields: {
      from: 'From date must be a date like 2026-11-21.',
      to: 'To date must be a day of the calendar.',
    },
  })
})

describe('an address that nothing is at', () => {
  const asked = (path: string, accept: string, method = 'GET') =>
    rawRequest(product.url, { method, path, headers: { accept } })
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

  ordinaryTest.each([
    '/%',
    '/%E0%A4%A',
    '/nowhere',
    '/nowhere/%2',
    '/assets/%c0%ae',
    `/${'x'.repeat(12_000)}`,
    '/h/%',
  ])('%.40s shows the site’s own page, with the headers of every page', async (path) => {
    const known = await asked('/nowhere', browser)
    for (const accept of [browser, '*/*']) {
      const { status, headers, text } = await asked(path, accept)
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(text).toBe(known.text)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  ordinaryTest.each([
    '/api/%',
    '/api/nowhere',
    '/api/pages/%E0%A4%A/analytics',
    `/api/visitors/${'x'.repeat(12_000)}/y`,
  ])('%.40s of the interface is refused in JSON', async (path) => {
    const answer = await asked(path, browser)
    expectRefusal(answer, path, 404)
    expect(answer.text).toBe('{"error":"There is nothing at this address."}')
  })

  ordinaryTest('shows a page to a person who posts there, and JSON to a program', async () => {
    expect((await asked('/nowhere', browser, 'POST')).headers['content-type']).toContain('text/html')
    expectRefusal(await asked('/nowhere', '*/*', 'POST'), 'a program', 404)
  })

  ordinaryTest('is told of in words where a person’s request cannot even be read', async () => {
    const cookie = `a=${'x'.repeat(40_000)}`
    const page = await rawRequest(product.url, { method: 'GET', path: '/', headers: { cookie } })
    expect([page.status, page.headers['content-type'], page.text]).toEqual([
      431,
      'text/plain; charset=utf-8',
      'The request headers are too large.',
    ])
    const call = await rawRequest(product.url, { method: 'GET', path: '/api/visitors', headers: { cookie } })
    expect([call.status, JSON.parse(call.text)]).toEqual([431, { error: page.text }])
  })
})

ordinaryTest(
  'a write that a browser brings from another site is refused with a page, not with JSON',
  async () => {
    const answer = await rawRequest(product.url, {
      method: 'POST',
      path: '/college',
      headers: { accept: 'text/html', origin: 'https://evil.example' },
    })
    expect([answer.status, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(answer.text).toContain('<h1>This request came from another site.</h1>')
  },
)

ordinaryTest('a preview that cannot be shown says so on a page', async () => {
  const frame = await owner.send('GET', '/api/site/preview?version=99', { headers: { accept: 'text/html' } })
  expect([frame.status, frame.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN')
})
