import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadCrmSchema } from './crm-schema.ts'
import { type CrmServer, startCrmServer } from './crm-server.ts'
import { waitFor } from './eventually.ts'

const token = 'pit-server-test'
const locationId = 'loc1'
let now = new Date('2026-11-21T10:00:00Z')
let crm: CrmServer

beforeEach(async () => {
  now = new Date('2026-11-21T10:00:00Z')
  crm = await startCrmServer({ token, locationId, now: () => now, limits: { perInterval: 20 } })
})
afterEach(() => crm.stop())

const usual = { authorization: `Bearer ${token}`, version: '2021-07-28', 'content-type': 'application/json' }

async function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = usual,
  signal?: AbortSignal,
) {
  const sent = body && JSON.stringify(body)
  const response = await fetch(crm.url + path, { method, headers, body: sent, signal: signal ?? null })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

const upsert = (body: object, signal?: AbortSignal) =>
  call('POST', '/contacts/upsert', { locationId, ...body }, usual, signal)

describe('the gate', () => {
  test.each([
    ['no version', { authorization: `Bearer ${token}` }, 401, 'version header was not found.'],
    ['an unknown version', { ...usual, version: '1999-01-01' }, 401, 'version header is invalid'],
    ['no token', { version: 'v3' }, 401, 'Invalid JWT'],
    ['a key of another kind', { ...usual, authorization: 'Bearer abc' }, 401, 'Invalid JWT'],
    [
      'another token',
      { ...usual, authorization: 'Bearer pit-x' },
      401,
      'Invalid token: access token is invalid',
    ],
  ])('%s is turned away', async (_name, headers, status, message) => {
    const answer = await call('GET', '/contacts/x', undefined, headers)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  test('another location is refused, an unknown call and a broken body too', async () => {
    expect((await upsert({ locationId: 'other', email: 'a@example.com' })).status).toBe(403)
    expect((await call('GET', '/contacts/search/duplicate?locationId=other&email=a@b.co')).status).toBe(403)
    expect((await call('PATCH', '/contacts/x', {})).status).toBe(404)
    const broken = await fetch(`${crm.url}/contacts/upsert`, {
      method: 'POST',
      headers: usual,
      body: '{"a":',
    })
    expect(broken.status).toBe(400)
    expect(crm.contacts()).toEqual([])
  })
})

describe('contacts', () => {
  test('an upsert creates once, then updates, and says which it was', async () => {
    const body = { email: 'Anna@Example.com', name: 'Anna Kern', phone: '(202) 555-0143' }
    expect((await upsert(body)).body).toMatchObject({
      new: true,
      contact: { email: 'anna@example.com', phone: '+12025550143', firstName: 'Anna', lastName: 'Kern' },
    })
    expect((await upsert({ ...body, timezone: 'UTC' })).body.new).toBe(false)
    await upsert({ ...body, timezone: 'UTC' })
    expect(crm.contacts()).toHaveLength(1)
    expect(crm.effects()).toEqual(['contact created', 'contact updated'])
  })

  test('unknown properties and wrong types are refused with a list', async () => {
    const answer = await upsert({ email: 'a@example.com', additionalEmails: [], firstName: 7 })
    expect(answer.status).toBe(422)
    expect(answer.body.message).toEqual([
      'property additionalEmails should not exist',
      'firstName must be a string',
    ])
    const { id } = crm.addContact({ email: 'b@example.com' })
    expect((await call('PUT', `/contacts/${id}`, { gender: 'male' })).body.message).toEqual([
      'property gender should not exist',
    ])
  })

  test.each([
    { matchBy: ['email', 'phone'] as const, updated: 'byEmail', dropped: 'phone' },
    { matchBy: ['phone', 'email'] as const, updated: 'byPhone', dropped: 'email' },
  ])('two contacts, one per key: only the first by $matchBy is updated', async ({ matchBy, updated }) => {
    await crm.stop()
    crm = await startCrmServer({ token, locationId, matchBy })
    const byEmail = crm.addContact({ email: 'a@example.com' })
    const byPhone = crm.addContact({ email: 'p@example.com', phone: '+12025550143' })
    const answer = await upsert({ email: 'a@example.com', phone: '+12025550143', firstName: 'New' })
    const expected = { byEmail, byPhone }[updated]
    expect(answer.body).toMatchObject({ new: false, contact: { id: expected?.id, email: expected?.email } })
    expect(crm.contacts().map(({ email, phone }) => [email, phone])).toEqual([
      ['a@example.com', null],
      ['p@example.com', '+12025550143'],
    ])
  })

  test('a second address that is upserted becomes the first, and the first is lost', async () => {
    crm.addContact({ email: 'one@example.com', additionalEmails: ['two@example.com'] })
    await upsert({ email: 'two@example.com' })
    expect(crm.contacts()).toMatchObject([{ email: 'two@example.com', additionalEmails: [] }])
  })

  test('an update that takes another contact’s phone is refused and names that contact', async () => {
    const holder = crm.addContact({ phone: '+12025550143', firstName: 'Bo' })
    const { id } = crm.addContact({ email: 'a@example.com' })
    const answer = await call('PUT', `/contacts/${id}`, { phone: '+12025550143' })
    expect([answer.status, answer.body.meta]).toEqual([
      400,
      { contactId: holder.id, contactName: 'Bo', matchingField: 'phone' },
    ])
  })

  test('the look-up knows number and email, and only those', async () => {
    const { id } = crm.addContact({ email: 'a+b@example.com', phone: '+12025550143' })
    const find = async (query: string) =>
      (await call('GET', `/contacts/search/duplicate?locationId=${locationId}&${query}`)).body
    expect((await find('email=a%2Bb%40example.com')).contact.id).toBe(id)
    expect((await find('number=%2B12025550143')).contact.id).toBe(id)
    expect((await find('number=+12025550143')).contact).toBe(null)
    expect((await find('email=none@example.com')).contact).toBe(null)
    expect((await find('phone=%2B12025550143')).statusCode).toBe(400)
  })

  test('an unknown contact is a 400 that says so', async () => {
    const answer = await call('GET', '/contacts/lookup')
    expect([answer.status, answer.body.message]).toEqual([400, 'Contact with id lookup not found'])
  })
})

describe('tags', () => {
  test('an upsert replaces them; the tags call adds and removes them, lower-cased, each once', async () => {
    const { id } = crm.addContact({ email: 'a@example.com', tags: ['old'] })
    const added = await call('POST', `/contacts/${id}/tags`, { tags: ['VH01 - Lead', 'OLD'] })
    expect([added.status, added.body.tags]).toEqual([201, ['old', 'vh01 - lead']])
    const removed = await call('DELETE', `/contacts/${id}/tags`, { tags: ['Old', 'never'] })
    expect([removed.status, removed.body.tags]).toEqual([200, ['vh01 - lead']])
    await upsert({ email: 'a@example.com', tags: ['Only'] })
    expect(crm.contacts()).toMatchObject([{ tags: ['only'] }])
    expect(crm.effects()).toEqual(['tag added: vh01 - lead', 'tag removed: old', 'contact updated'])
  })
})

test('custom fields are listed and created once', async () => {
  const path = `/locations/${locationId}/customFields`
  const made = await call('POST', path, { name: 'UTM Source', dataType: 'TEXT', model: 'contact' })
  expect([made.status, made.body.customField.fieldKey]).toEqual([201, 'contact.utm_source'])
  expect((await call('POST', path, { name: 'utm source', dataType: 'TEXT' })).status).toBe(400)
  expect((await call('POST', path, { name: 'X', dataType: 'WORDS' })).status).toBe(422)
  expect((await call('GET', `${path}?model=contact`)).body.customFields).toEqual(crm.customFields())
})

test('the allowance is counted in the headers, ends in 429 and comes back', async () => {
  const remaining = async () => {
    const { status, headers } = await call('GET', '/contacts/x')
    return [status, headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-interval-milliseconds')]
  }
  for (let left = 19; left >= 0; left--) expect(await remaining()).toEqual([400, String(left), '10000'])
  expect(await remaining()).toEqual([429, '0', '10000'])
  now = new Date(now.getTime() + 10_000)
  expect(await remaining()).toEqual([400, '19', '10000'])
})

test('the day’s allowance ends too', async () => {
  await crm.stop()
  crm = await startCrmServer({ token, locationId, limits: { perDay: 1 } })
  await call('GET', '/contacts/x')
  const { status, headers } = await call('GET', '/contacts/x')
  expect([status, headers.get('x-ratelimit-daily-remaining')]).toEqual([429, '0'])
})

describe('failures', () => {
  test('down refuses connections, and recover listens on the same port with the same contacts', async () => {
    crm.addContact({ email: 'a@example.com' })
    await crm.failWith('down')
    await expect(fetch(crm.url)).rejects.toThrow()
    await crm.recover()
    expect((await upsert({ email: 'a@example.com' })).body.new).toBe(false)
  })

  test('half-open never answers, and the server stops all the same', async () => {
    await crm.failWith('half-open')
    const patience = new AbortController()
    const asked = expect(fetch(crm.url, { headers: usual, signal: patience.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    await waitFor('it is asked', () => crm.log.length > 0)
    await pause(50)
    patience.abort()
    await asked
    expect(crm.log).toMatchObject([{ status: null }])
    await crm.stop()
    await crm.recover()
  })

  test.each([
    ['reset', null, []],
    ['apply-then-hang-up', null, ['contact created']],
    ['refuse-yet-apply', 422, ['contact created']],
    ['server-error', 500, []],
    ['token-revoked', 401, []],
    ['rate-limited', 429, []],
    ['daily-limit', 429, []],
    ['garbage', 200, []],
    ['forget-writes', 200, []],
    ['half-answer', 200, ['contact created']],
    ['slow', 200, ['contact created']],
  ] as const)('%s answers %s, and the log tells what it changed', async (mode, status, effects) => {
    await crm.failWith(mode, { times: 1, on: 'POST /contacts', delayMs: 30 })
    const patience = new AbortController()
    const asked = upsert({ email: 'a@example.com' }, patience.signal).catch(() => undefined)
    if (mode === 'half-answer') {
      await waitFor('it begins to answer', () => crm.log[0]?.status === status)
      patience.abort()
    }
    await asked
    expect(crm.log).toMatchObject([{ method: 'POST', path: '/contacts/upsert', status, effects }])
    expect(crm.contacts()).toHaveLength(effects.length)
    expect((await upsert({ email: 'a@example.com' })).status).toBe(200)
  })
})

test('its answers have the shape that the CRM documents', async ({ skip }) => {
  const schema = loadCrmSchema()
  if (!schema) return skip('skipped: the CRM’s OpenAPI files are not here')
  const { body } = await upsert({ email: 'a@example.com', phone: '+12025550143', name: 'A B', tags: ['x'] })
  const { id } = body.contact
  await call('PUT', `/contacts/${id}`, { firstName: 'C' })
  await call('GET', `/contacts/${id}`)
  await call('GET', `/contacts/search/duplicate?locationId=${locationId}&email=a@example.com`)
  await call('POST', `/contacts/${id}/tags`, { tags: ['y'] })
  await call('DELETE', `/contacts/${id}/tags`, { tags: ['y'] })
  await call('POST', `/locations/${locationId}/customFields`, { name: 'F', dataType: 'TEXT' })
  await call('GET', `/locations/${locationId}/customFields?model=contact`)
  await call('DELETE', `/contacts/${id}`)
  expect(crm.log).toHaveLength(9)
  expect(crm.log.flatMap((entry) => schema.answerProblems(entry))).toEqual([])
})
