import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Crm } from '#server/integrations/crm.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { createGoHighLevel } from './gohighlevel.ts'

const token = 'pit-tag-test'
const locationId = 'loc1'
let server: CrmServer
let crm: Crm

beforeEach(async () => {
  server = await startCrmServer({ token, locationId })
  crm = createGoHighLevel({ baseUrl: server.url, token, locationId })
})
afterEach(() => server.stop())

test('a tag is added and the other tags stay', async () => {
  const { id } = server.addContact({ email: 'a@example.com', tags: ['vip', 'from the owner'] })
  await crm.addTag(id, 'VH01 - Lead')
  expect(server.contacts()).toMatchObject([{ tags: ['vip', 'from the owner', 'vh01 - lead'] }])
})

test('the same tag twice is one tag, whatever its case', async () => {
  const { id } = server.addContact({ email: 'a@example.com' })
  await crm.addTag(id, 'VH01 - Lead')
  await crm.addTag(id, 'vh01 - LEAD')
  expect(server.effects()).toEqual(['tag added: vh01 - lead'])
})

test('an answer lost on the way is worth another try, and that try adds nothing twice', async () => {
  const { id } = server.addContact({ email: 'a@example.com' })
  await server.failWith('apply-then-hang-up', { times: 1 })
  await expect(crm.addTag(id, 'VH01 - Lead')).rejects.toMatchObject({ retryable: true })
  await crm.addTag(id, 'VH01 - Lead')
  expect(server.effects()).toEqual(['tag added: vh01 - lead'])
})

test('a tag that was taken off sets off again what it stands for, and the other tags stay', async () => {
  const { id } = server.addContact({ email: 'a@example.com', tags: ['vip'] })
  await crm.removeTag(id, 'Call me')
  await crm.addTag(id, 'Call me')
  await crm.removeTag(id, ' Call Me ')
  await crm.addTag(id, 'Call me')
  expect(server.effects()).toEqual(['tag added: call me', 'tag removed: call me', 'tag added: call me'])
  expect(server.contacts()).toMatchObject([{ tags: ['vip', 'call me'] }])
  server.deleteContact(id)
  await expect(crm.removeTag(id, 'Call me')).rejects.toMatchObject({ kind: 'not-found' })
})

test('a tag that the CRM keeps in its own letters is taken off by them, and one that stays is a fault', async () => {
  const { id } = server.addContact({ email: 'a@example.com', tags: ['call me'] })
  const sent: unknown[] = []
  const strict = createGoHighLevel({
    baseUrl: server.url,
    token,
    locationId,
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return Response.json({ tags: sent.length === 1 ? [] : ['call me'] })
    },
  })
  await strict.removeTag(id, 'Call me')
  expect(sent).toEqual([{ tags: ['Call me', 'call me'] }])
  await expect(strict.removeTag(id, 'Call me')).rejects.toMatchObject({
    kind: 'vendor-fault',
    retryable: true,
  })
})

test('a contact that is gone is said to be gone', async () => {
  const { id } = server.addContact({ email: 'a@example.com' })
  server.deleteContact(id)
  await expect(crm.addTag(id, 'VH01 - Lead')).rejects.toMatchObject({ kind: 'not-found', retryable: false })
})

test('an answer that leaves the tag out is checked against the contact itself', async () => {
  const { id } = server.addContact({ email: 'a@example.com' })
  const answered = createGoHighLevel({
    baseUrl: server.url,
    token,
    locationId,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      return init?.method === 'POST' ? Response.json({ tags: [] }, { status: 201 }) : response
    },
  })
  await expect(answered.addTag(id, 'VH01 - Lead')).resolves.toBeUndefined()
  expect(server.log.map(({ method }) => method)).toEqual(['POST', 'GET'])
  server.deleteContact(id)

  const other = server.addContact({ email: 'b@example.com' })
  await server.failWith('forget-writes')
  await expect(answered.addTag(other.id, 'VH01 - Lead')).rejects.toMatchObject({
    retryable: true,
    message: 'GoHighLevel did not keep the tag "VH01 - Lead".',
  })
})
