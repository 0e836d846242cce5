import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { contractCalls } from '#support/contract-endpoints.ts'
import { ownProduct } from '#support/owned-product.ts'
import { expectRefusal } from './expect-refusal.ts'

const { product, owner } = await ownProduct()

type Operation = {
  summary: string
  security?: unknown
  parameters: { name: string; in: string; schema: object }[]
  requestBody?: { content: { 'application/json': { schema: object } } }
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>
}

async function operations(): Promise<Map<string, Operation>> {
  const answer = await owner.get('/api/docs/openapi.json')
  expect(answer.status).toBe(200)
  const { openapi, paths }: { openapi: string; paths: Record<string, Record<string, Operation>> } =
    answer.body
  expect(openapi).toBe('3.1.0')
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  )
}

describe('the list of all calls', () => {
  test('is for the owner', async () => {
    for (const path of ['/api/docs', '/api/docs/openapi.json'])
      expectRefusal(await product.browser().get(path), path, 401)
  })

  test('names every call of the contract with who may make it, and says of each what it does', async () => {
    const listed = await operations()
    for (const { method, path, endpoint } of await contractCalls()) {
      const operation = listed.get(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      expect(operation, `${method} ${path}`).toBeDefined()
      expect(operation?.security !== undefined, path).toBe(endpoint.for === 'owner')
      expect(operation?.responses[200]?.content, path).toBeDefined()
    }
    for (const [name, { summary }] of listed) expect(summary, name).not.toBe('')
    expect([...listed.keys()]).toContain('POST /api/webhooks/stripe')
  })

  test('is drawn from schemas that can be used', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [name, { parameters, requestBody, responses }] of await operations()) {
      for (const { schema } of parameters) expect(() => ajv.compile(schema), name).not.toThrow()
      for (const content of [requestBody?.content, responses[200]?.content])
        if (content) expect(() => ajv.compile(content['application/json'].schema), name).not.toThrow()
    }
    const capture = (await operations()).get('POST /api/capture-lead')
    const accepts = ajv.compile(capture?.requestBody?.content['application/json'].schema ?? false)
    expect(accepts({ name: 'Ada', email: 'ada@example.com', phone: '202-555-0143', page: '/meme' })).toBe(
      true,
    )
    expect(accepts({ name: 7 })).toBe(false)
  })

  test('can be read as a page that runs nothing', async () => {
    const page = await owner.get('/api/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).not.toContain('script')
    const html = page.text
    expect(html).toContain('/api/capture-lead')
    expect(html).not.toContain('<script')
  })
})
