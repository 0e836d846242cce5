import { afterAll, beforeAll, expect } from 'vitest'
import { contractCalls } from '#support/contract-endpoints.ts'
import { goodBodies } from '#support/public-writes.ts'
import { rawRequest } from '#support/raw-request.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'
import { tableCounts } from '#support/table-counts.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let publicPosts: string[]

beforeAll(async () => {
  product = await runProduct()
  const calls = await contractCalls()
  publicPosts = calls
    .filter(({ method, endpoint }) => method === 'POST' && endpoint.for === 'anyone')
    .map(({ path }) => path)
  expect(publicPosts).toEqual(expect.arrayContaining(Object.keys(goodBodies)))
  expect(publicPosts).toContain('/api/analytics/verify-password')
})
afterAll(() => product?.end())

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function expectNothingStored(work: () => Promise<void>): Promise<void> {
  const before = await tableCounts(product)
  await work()
  expect(await tableCounts(product)).toEqual(before)
}

ordinaryTest.each([
  ['broken JSON', '{"name": "Ada', 400],
  ['JSON with a comma too many', '{"path":"/",}', 400],
  ['null', 'null', 400],
  ['a list', '[{"path":"/"}]', 400],
  ['a text', '"path"', 400],
  ['a number', '5', 400],
  ['nothing', '', 400],
  ['blank', '   ', 400],
  ['a __proto__', '{"__proto__":{"isAdmin":true},"path":"/"}', 400],
  ['a constructor with a prototype', '{"constructor":{"prototype":{"isAdmin":true}},"path":"/"}', 400],
  ['a megabyte', `{"path":"/","title":"${'x'.repeat(1024 * 1024)}"}`, 413],
  ['65 KiB', `{"path":"/","title":"${'x'.repeat(65 * 1024)}"}`, 413],
])('a body that is %s is refused by every public write and stores nothing', async (what, body, status) => {
  await expectNothingStored(async () => {
    for (const path of publicPosts)
      expectRefusal(
        await rawRequest(product.url, { method: 'POST', path, headers: json, body }),
        `${what} to ${path}`,
        status,
      )
  })
})

ordinaryTest.each([
  ['text/plain', '{"path":"/"}'],
  ['application/xml', '<path>/</path>'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\n/\r\n--x--'],
  ['application/octet-stream', 'path'],
  ['nonsense', 'path'],
])('a body of the type %s is refused as the wrong type by every public write', async (type, body) => {
  await expectNothingStored(async () => {
    for (const path of publicPosts)
      expectRefusal(
        await rawRequest(product.url, { method: 'POST', path, headers: { 'content-type': type }, body }),
        `${type} to ${path}`,
        415,
      )
  })
})

ordinaryTest('a lead form without its fields names each of them, sent as JSON or as a form', async () => {
  await expectNothingStored(async () => {
    for (const path of ['/api/capture-lead', '/api/analytics/capture-with-visitor']) {
      const answer = await product.browser().post(path, {})
      expectRefusal(answer, path, 422)
      expect(Object.keys(answer.body.fields).sort()).toEqual(['email', 'name', 'phone'])
      for (const sentence of Object.values(answer.body.fields))
        expect(sentence).toMatch(/^Please enter your .*\.$/)
    }
    const plain = await product
      .browser()
      .send('POST', '/api/capture-lead', { headers: form, body: 'page=%2Fmeme' })
    expect(plain.status).toBe(422)
    expect(plain.text).toContain('Please enter your name.')
  })
})

ordinaryTest(
  'fields of wrong types, sizes and characters are refused by name or read as absent, never a failure',
  async () => {
    const odd: unknown[] = [
      null,
      5,
      -1,
      1e308,
      true,
      [],
      ['x'],
      {},
      { $gt: '' },
      { toString: 'x' },
      'x'.repeat(5000),
      '\u0000',
      'a\u0000b',
      'tab\there',
      'line\nbreak',
      '\u0085',
      '\ud800',
      'x\udc00',
      '😀'.repeat(600),
      '%00',
      '?utm_source=%00',
      '/?utm_source=%00&utm_campaign=%ED%A0%80',
      `/${'😀'.repeat(300)}`,
      '\u202e\u2028\ufeff',
      '١٢٣',
      '',
    ]
    const sent = Object.entries(goodBodies).flatMap(([path, good]) =>
      Object.keys(good).flatMap((field) => odd.map((value) => ({ path, good, field, value }))),
    )
    // Every third, which for each next field are others.
    const thirds = [0, 1, 2].map((third) => sent.filter((_one, index) => index % 3 === third))
    const failed: string[] = []
    for (const { path, good, field, value } of shareOf(thirds).flat()) {
      const { status, text } = await product.browser().post(path, { ...good, [field]: value })
      if (status === 200) continue
      if (status === 422) expectRefusal({ status, text }, `${path} ${field}`)
      else failed.push(`${path} ${field}=${JSON.stringify(value)?.slice(0, 40)}: ${status}`)
    }
    expect(failed.slice(0, 20)).toEqual([])
  },
)

ordinaryTest('the password field takes nothing but a text of a sensible length', async () => {
  for (const password of [null, 5, [], {}, '', 'x'.repeat(201), undefined])
    expectRefusal(
      await product.browser().post('/api/analytics/verify-password', { password }),
      JSON.stringify({ password }),
      422,
    )
})

ordinaryTest(
  'an event that cannot be stored costs no other visitor the event that came with it',
  async () => {
    const bad = ['/?utm_source=%00', '/\ud800', `/?utm_campaign=${'a'.repeat(499)}😀`, '/?utm_term=%ED%A0%80']
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          product.browser().post('/api/visitors/page-view', {
            path: index % 6 === 0 ? bad[index / 6] : '/meme',
            title: index % 7 === 0 ? `${'x'.repeat(299)}😀` : 'Meme',
          }),
        ),
      )
      for (const [index, { status, text }] of answers.entries())
        if (index % 6 !== 0) expect([index, status, text]).toEqual([index, 200, '{"success":true}'])
    }
  },
)

ordinaryTest('very deep JSON, double keys and many unknown fields neither hurt nor are kept', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const many = Array.from({ length: 3000 }, (_, index) => `"unknown${index}":${index}`).join(',')
  for (const body of [
    `{"path":"/deep","x":${deep}}`,
    `{"path":"/a","path":"/b"}`,
    `{"path":"/many",${many}}`,
  ]) {
    const { status } = await rawRequest(product.url, {
      method: 'POST',
      path: '/api/visitors/track',
      headers: json,
      body,
    })
    expect([200, 400]).toContain(status)
  }
  const asTitle = `{"path":"/deep","title":${deep}}`
  const answer = await rawRequest(product.url, {
    method: 'POST',
    path: '/api/visitors/page-view',
    headers: json,
    body: asTitle,
  })
  expect([200, 400]).toContain(answer.status)
})
