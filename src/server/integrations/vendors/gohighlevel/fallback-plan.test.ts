import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Crm } from '#server/integrations/crm.ts'
import { anna, connectCrm, crmAccess } from '#support/connected-crm.ts'
import type { CrmServer } from '#support/crm-server.ts'
import { createGoHighLevel } from './gohighlevel.ts'

const { phone } = anna
let server: CrmServer
let crm: Crm

beforeEach(async () => {
  const connected = await connectCrm()
  server = connected.server
  crm = connected.crm
})
afterEach(() => server.stop())

test('a duplicate by email resolves to the contact that the refusal names', async () => {
  const own = server.addContact({ email: anna.email, firstName: 'Anna', lastName: 'Maria Kern' })
  const blind = blindFor('search')
  await server.failWith('refuse-duplicates')
  expect(await blind.saveContact(anna)).toEqual({ contactId: own.id, isNew: false })
  expect(server.contacts()).toMatchObject([{ id: own.id, phone }])
})

test('a duplicate by phone is saved without the phone', async () => {
  const other = server.addContact({ email: 'partner@example.com', phone })
  await server.failWith('refuse-duplicates')
  const saved = await blindFor('search').saveContact(anna)
  expect(saved).toMatchObject({ isNew: true, warning: expect.stringContaining('another contact') })
  expect(server.contacts()[0]).toEqual(other)
})

test('a duplicate that names the contact itself is saved without the phone', async () => {
  const own = server.addContact({ email: anna.email })
  const odd = createGoHighLevel({
    baseUrl: server.url,
    ...crmAccess,
    fetch: async (url, init) =>
      String(init?.body).includes('"phone":')
        ? Response.json({ message: 'duplicated contacts', meta: { contactId: own.id } }, { status: 400 })
        : fetch(url, init),
  })
  expect(await odd.saveContact(anna)).toMatchObject({ contactId: own.id, warning: expect.any(String) })
  expect(server.contacts()).toMatchObject([{ lastName: 'Maria Kern', phone: null }])
})

test('422 for a contact that was created all the same gives that contact', async () => {
  await server.failWith('refuse-yet-apply', { times: 1, on: 'POST' })
  const saved = await crm.saveContact(anna)
  expect(server.contacts()).toMatchObject([{ id: saved.contactId, email: anna.email, phone }])
  expect(server.effects()).toEqual(['contact created'])
})

test.each([
  ['phone must be a valid phone number', 'phone', { phone: null, timezone: 'America/Chicago' }, true],
  ['timezone must be a valid enum value', 'timezone', { phone, timezone: null }, false],
])('"%s": the contact is saved without it', async (message, field, kept, warned) => {
  const strict = createGoHighLevel({
    baseUrl: server.url,
    ...crmAccess,
    fetch: async (url, init) =>
      String(init?.body).includes(`"${field}":`)
        ? Response.json({ statusCode: 422, message: [message] }, { status: 422 })
        : fetch(url, init),
  })
  const saved = await strict.saveContact(anna)
  expect(saved.warning !== undefined).toBe(warned)
  expect(server.contacts()).toMatchObject([{ id: saved.contactId, ...kept }])
})

test('a phone that the CRM refuses to look up is left out, too', async () => {
  const strict = createGoHighLevel({
    baseUrl: server.url,
    ...crmAccess,
    fetch: async (url, init) =>
      String(url).includes('number=')
        ? Response.json({ statusCode: 400, message: 'Bad Request' }, { status: 400 })
        : fetch(url, init),
  })
  const saved = await strict.saveContact(anna)
  expect(saved).toMatchObject({ isNew: true, warning: expect.stringContaining('did not take this phone') })
  expect(server.contacts()).toMatchObject([{ id: saved.contactId, email: anna.email, phone: null }])
})

test('any other refusal stands, is final and names no one', async () => {
  const strict = createGoHighLevel({
    baseUrl: server.url,
    ...crmAccess,
    fetch: async (url, init) =>
      init?.method === 'POST'
        ? Response.json(
            { statusCode: 422, message: ['Maria Kern anna@example.com is blocked'] },
            { status: 422 },
          )
        : fetch(url, init),
  })
  await expect(strict.saveContact(anna)).rejects.toMatchObject({
    kind: 'invalid-request',
    retryable: false,
    message: 'GoHighLevel refused to save the contact (status 422): [name] [email] is blocked.',
  })
})

/** The adapter where the calls whose path holds the word find nothing, as after a race with another writer. */
function blindFor(word: string): Crm {
  return createGoHighLevel({
    baseUrl: server.url,
    ...crmAccess,
    fetch: async (url, init) =>
      String(url).includes(word) ? Response.json({ contact: null }) : fetch(url, init),
  })
}
