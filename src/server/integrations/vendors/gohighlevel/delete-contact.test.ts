import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { createGoHighLevel } from './gohighlevel.ts'

const token = 'pit-delete-test'
const locationId = 'loc-delete'
let server: CrmServer
beforeAll(async () => {
  server = await startCrmServer({ token, locationId })
})
afterEach(() => server.recover())
afterAll(() => server.stop())

test.each(['forget-writes', 'garbage'] as const)(
  'a contact that is still there after an answer of success is not deleted (%s)',
  async (mode) => {
    const crm = createGoHighLevel({ baseUrl: server.url, token, locationId })
    const email = `${mode}@example.com`
    const { id } = server.addContact({ email })
    const asked = { email, knownContactId: id }
    await server.failWith(mode, { on: 'DELETE' })
    await expect(crm.deleteContact(asked)).rejects.toMatchObject({ kind: 'vendor-fault', retryable: true })
    expect(server.contacts().some((contact) => contact.id === id)).toBe(true)
    await server.recover()
    await crm.deleteContact(asked)
    await crm.deleteContact(asked)
    expect(server.contacts().some((contact) => contact.id === id)).toBe(false)
  },
)

test('where a sub-account holds two contacts of an email, neither is left', async () => {
  const crm = createGoHighLevel({ baseUrl: server.url, token, locationId })
  const email = 'twice@example.com'
  const first = server.addContact({ email })
  server.addContact({ email: email.toUpperCase() })
  const other = server.addContact({ email: 'somebody@example.com' })
  await crm.deleteContact({ email, knownContactId: first.id })
  expect(server.contacts().map(({ id }) => id)).toEqual([other.id])
})

test('a contact that was known in the sub-account of before is deleted in the one of now, by its email', async () => {
  const email = 'moved@example.com'
  const before = server.addContact({ email })
  server.becomeAnother({ token, locationId: 'loc-now' })
  server.addContact({ email })
  const other = server.addContact({ email: 'stays@example.com' })
  const crm = createGoHighLevel({ baseUrl: server.url, token, locationId: 'loc-now' })
  await crm.deleteContact({ email, knownContactId: before.id })
  expect(server.contacts().map(({ id }) => id)).toEqual([other.id])
  await server.failWith('token-revoked')
  await expect(crm.deleteContact({ email, knownContactId: before.id })).rejects.toMatchObject({
    kind: 'refused-credentials',
  })
})
