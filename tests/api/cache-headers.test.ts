import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodBodies } from '#support/public-writes.ts'
import { rawRequest } from '#support/raw-request.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

/** Every call that is registered below /api/, as the product itself lists them. */
async function everyCall(): Promise<{ method: string; path: string }[]> {
  const { body } = await owner.get('/api/docs/openapi.json')
  const paths: Record<string, Record<string, unknown>> = body.paths
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}|\*/g, '0192f3a0-0000-7000-8000-00000000abcd'),
    })),
  )
}

/** Only the head of the answer: a stream never ends. */
async function cacheOf(browser: TestBrowser, method: string, path: string) {
  const abort = new AbortController()
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const body = method === 'GET' ? {} : { body: JSON.stringify(goodBodies[path] ?? {}) }
  const answer = await fetch(product.url + path, {
    method,
    redirect: 'manual',
    signal: abort.signal,
    headers: { cookie, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...body,
  })
  const kept = answer.headers.get('cache-control')
  abort.abort()
  return { status: answer.status, kept }
}

test('no answer below /api/ may be kept by anyone, whoever asks', async () => {
  const calls = await everyCall()
  expect(calls.length).toBeGreaterThan(60)
  const visitor = product.browser()
  await visitor.post('/api/visitors/track', { path: '/meme' })
  const isLast = ({ path }: { path: string }) => path.endsWith('/logout')
  const kept: string[] = []
  const statuses = new Set<number>()
  for (const { method, path } of [...calls.filter((call) => !isLast(call)), ...calls.filter(isLast)])
    for (const browser of [visitor, owner]) {
      const answer = await cacheOf(browser, method, path)
      statuses.add(answer.status)
      if (answer.kept !== 'no-store') kept.push(`${method} ${path}: ${answer.status} ${answer.kept}`)
    }
  expect(kept).toEqual([])
  for (const status of [200, 401, 404, 422]) expect([...statuses]).toContain(status)
})

test('nor an answer to a call that is none, or is written in another way', async () => {
  for (const path of ['/api/nothing', '/api/', '/%61pi/customers', '/api/customers?range=today'])
    expect([path, (await cacheOf(product.browser(), 'GET', path)).kept]).toEqual([path, 'no-store'])
  const { headers } = await rawRequest(product.url, {
    method: 'POST',
    path: '/api/capture-lead',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(70_000),
  })
  expect(headers['cache-control']).toBe('no-store')
})

test('what is meant to be kept still is', async () => {
  const { text } = await product.browser().get('/meme')
  const asset = /\/assets\/[\w.-]+/.exec(text)?.[0] ?? 'no asset'
  expect((await cacheOf(product.browser(), 'GET', asset)).kept).toMatch(/immutable/)
})

test('signing out clears what the browser kept of the answers, and leaves who the browser is', async () => {
  const browser = await product.owner()
  const before = new Map(browser.cookies)
  const { headers } = await browser.post('/api/analytics/logout', {})
  expect(headers.get('clear-site-data')).toBe('"cache"')
  expect(browser.cookies.has('leadline_owner')).toBe(false)
  for (const name of ['leadline_visitor', 'leadline_device'])
    expect(browser.cookies.get(name)).toBe(before.get(name))
})

test('a long answer to the owner is sent short where the browser takes that, and says the same', async () => {
  const reader = await product.owner()
  const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = (path: string, accepted: string) =>
    rawRequest(product.url, { method: 'GET', path, headers: { cookie, 'accept-encoding': accepted } })
  for (const path of ['/api/site/content', '/api/site/preview?path=/meme']) {
    const plain = await ask(path, 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const coding of ['br', 'gzip']) {
      const short = await ask(path, coding)
      expect(short.headers).toMatchObject({ 'content-encoding': coding, 'cache-control': 'no-store' })
      expect(short.text.length).toBeLessThan(plain.text.length / 3)
    }
    const read = await reader.send('GET', path, { headers: { 'accept-encoding': 'br' } })
    expect(read.headers.get('content-encoding')).toBe('br')
    expect(read.text).toBe(plain.text)
  }
  // A handful of numbers is not worth it, and a visitor's answers are none but such.
  expect((await ask('/api/site/versions', 'br')).headers['content-encoding']).toBeUndefined()
})
