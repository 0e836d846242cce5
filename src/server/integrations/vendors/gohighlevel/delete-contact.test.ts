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
