import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Crm } from '#server/integrations/crm.ts'
import { anna, connectCrm } from '#support/connected-crm.ts'
import type { CrmServer } from '#support/crm-server.ts'

const { phone } = anna
let server: CrmServer
let crm: Crm

async function restart(options: { matchBy?: readonly ['phone', 'email'] } = {}) {
  await server?.stop()
  const connected = await connectCrm(options)
  server = connected.server
  crm = connected.crm
}
beforeEach(() => restart())
afterEach(() => server.stop())

test.each([
  { order: 'email first', matchBy: undefined },
  { order: 'phone first', matchBy: ['phone', 'email'] as const },
])('two contacts, $order: the email decides and the other one is untouched', async ({ matchBy }) => {
  await restart({ matchBy })
  const own = server.addContact({ email: anna.email })
  const other = server.addContact({ email: 'partner@example.com', phone, tags: ['vh04 - booked call'] })
  const saved = await crm.saveContact(anna)
  expect(saved).toEqual({
    contactId: own.id,
    isNew: false,
    warning: 'The CRM has this phone number on another contact, so it was left out of this one.',
  })
  expect(server.contacts()).toEqual([expect.objectContaining({ id: own.id, phone: null }), other])
})

test.each([undefined, ['phone', 'email'] as const])(
  'a new email is never written over the phone’s owner (order %j)',
  async (matchBy) => {
    await restart({ matchBy })
    const other = server.addContact({ email: 'partner@example.com', phone })
    const saved = await crm.saveContact(anna)
    expect(saved).toMatchObject({ isNew: true, warning: expect.stringContaining('another contact') })
    expect(server.contacts()).toEqual([other, expect.objectContaining({ email: anna.email, phone: null })])
  },
)

test('a contact with this phone and no email is the same person', async () => {
  const { id } = server.addContact({ phone, tags: ['called in'] })
  expect(await crm.saveContact(anna)).toEqual({ contactId: id, isNew: false })
  expect(server.contacts()).toMatchObject([{ email: anna.email, phone, tags: ['called in'] }])
})

test('a known contact keeps its old phone when the new one is someone else’s', async () => {
  const { contactId } = await crm.saveContact({ ...anna, phone: '+12025550187' })
  server.addContact({ email: 'partner@example.com', phone })
  const saved = await crm.saveContact({ ...anna, knownContactId: contactId })
  expect(saved).toMatchObject({ contactId, warning: expect.any(String) })
  expect(server.contacts()[0]).toMatchObject({ phone: '+12025550187' })
})

test('even where the look-up is blind, the tags’ contact is the email’s', async () => {
  await restart({ matchBy: ['phone', 'email'] })
  const own = server.addContact({ email: anna.email })
  server.addContact({ email: 'partner@example.com', phone })
  await server.failWith('search-finds-nothing')
  const saved = await crm.saveContact(anna)
  expect(saved).toMatchObject({ contactId: own.id, warning: expect.stringContaining('another contact') })
})

test('a phone that the CRM drops without a word is reported', async () => {
  server.addContact({ email: anna.email })
  server.addContact({ email: 'partner@example.com', phone })
  await server.failWith('search-finds-nothing')
  expect((await crm.saveContact(anna)).warning).toContain('did not keep this phone number')
})
