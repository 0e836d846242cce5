import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Crm, CrmContact } from '#server/integrations/crm.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { createGoHighLevel } from './gohighlevel.ts'

const token = 'pit-save-test'
const locationId = 'loc1'
const phone = '+12025550143'
let server: CrmServer
let crm: Crm

async function restart(options: { matchBy?: readonly ['phone', 'email'] } = {}) {
  await server?.stop()
  server = await startCrmServer({ token, locationId, ...options })
  crm = createGoHighLevel({ baseUrl: server.url, token, locationId, timeoutMs: 500 })
}
beforeEach(() => restart())
afterEach(() => server.stop())

const anna: CrmContact = {
  leadId: 'lead-1',
  name: 'Anna Maria Kern',
  email: 'anna@example.com',
  phone,
  source: 'Free Training Video',
  timezone: 'America/Chicago',
  knownContactId: null,
}
const writes = () =>
  server.log.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path])

describe('one person, one contact', () => {
  test('a new lead arrives complete, in one write and without tags', async () => {
    const saved = await crm.saveContact(anna)
    const [contact] = server.contacts()
    expect(saved).toEqual({ contactId: contact?.id, isNew: true })
    expect(contact).toMatchObject({
      firstName: 'Anna',
      lastName: 'Maria Kern',
      email: 'anna@example.com',
      phone,
      source: 'Free Training Video',
      timezone: 'America/Chicago',
      tags: [],
    })
    expect(server.effects()).toEqual(['contact created'])
  })

  test('a lead without phone, timezone or surname is saved too', async () => {
    await crm.saveContact({ ...anna, name: 'Anna', phone: null, timezone: undefined })
    expect(server.contacts()).toMatchObject([
      { firstName: 'Anna', lastName: null, phone: null, timezone: null },
    ])
  })

  test('saving again changes nothing and makes no second contact, with or without the known id', async () => {
    const { contactId } = await crm.saveContact(anna)
    for (const knownContactId of [null, contactId]) {
      expect(await crm.saveContact({ ...anna, knownContactId })).toEqual({ contactId, isNew: false })
    }
    expect(server.effects()).toEqual(['contact created'])
  })

  test('a contact the owner has already keeps its tags and source, and gets what is new', async () => {
    const { id } = server.addContact({
      email: anna.email,
      tags: ['vip'],
      source: 'Seminar',
      firstName: 'Ann',
    })
    expect(await crm.saveContact(anna)).toEqual({ contactId: id, isNew: false })
    expect(server.contacts()).toMatchObject([{ tags: ['vip'], source: 'Seminar', firstName: 'Anna', phone }])
  })

  test('a further address of a contact is its own: the first address stays', async () => {
    const { id } = server.addContact({ email: 'first@example.com', additionalEmails: [anna.email] })
    expect(await crm.saveContact(anna)).toEqual({ contactId: id, isNew: false })
    expect(server.contacts()).toMatchObject([
      { email: 'first@example.com', additionalEmails: [anna.email], phone },
    ])
  })
})

describe('the known id', () => {
  test('is used and changed in place', async () => {
    const { contactId } = await crm.saveContact(anna)
    const again = { ...anna, phone: '+12025550187', knownContactId: contactId }
    expect(await crm.saveContact(again)).toEqual({ contactId, isNew: false })
    expect(server.contacts()).toMatchObject([{ phone: '+12025550187' }])
    expect(writes().at(-1)).toEqual(['PUT', `/contacts/${contactId}`])
  })

  test('of a deleted contact gives way to a new contact', async () => {
    const { contactId } = await crm.saveContact(anna)
    server.deleteContact(contactId)
    const saved = await crm.saveContact({ ...anna, knownContactId: contactId })
    expect(saved.isNew).toBe(true)
    expect(server.contacts()).toMatchObject([{ id: saved.contactId, email: anna.email }])
  })

  test('of a contact that meanwhile goes by another email is left alone', async () => {
    const other = server.addContact({ email: 'someone@example.com', firstName: 'Someone' })
    const saved = await crm.saveContact({ ...anna, knownContactId: other.id })
    expect(saved.contactId).not.toBe(other.id)
    expect(server.contacts()[0]).toEqual(other)
  })

  test('of a contact deleted between look and write is no dead end', async () => {
    const { contactId } = await crm.saveContact(anna)
    const unlucky = createGoHighLevel({
      baseUrl: server.url,
      token,
      locationId,
      fetch: (url, init) => {
        if (init?.method === 'PUT') server.deleteContact(contactId)
        return fetch(url, init)
      },
    })
    const saved = await unlucky.saveContact({ ...anna, name: 'Anna Neu', knownContactId: contactId })
    expect(saved.isNew).toBe(true)
    expect(server.contacts()).toMatchObject([{ id: saved.contactId, lastName: 'Neu' }])
  })
})

describe('a phone that belongs to someone else', () => {
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
})

describe('refusals that need not cost the lead', () => {
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
      token,
      locationId,
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
      token,
      locationId,
      fetch: async (url, init) =>
        String(init?.body).includes(`"${field}":`)
          ? Response.json({ statusCode: 422, message: [message] }, { status: 422 })
          : fetch(url, init),
    })
    const saved = await strict.saveContact(anna)
    expect(saved.warning !== undefined).toBe(warned)
    expect(server.contacts()).toMatchObject([{ id: saved.contactId, ...kept }])
  })

  test('any other refusal stands, is final and names no one', async () => {
    const strict = createGoHighLevel({
      baseUrl: server.url,
      token,
      locationId,
      fetch: async (url, init) =>
        init?.method === 'POST'
          ? Response.json(
              { statusCode: 422, message: ['Maria Kern anna@example.com is blocked'] },
              { status: 422 },
            )
          : fetch(url, init),
    })
    await expect(strict.saveContact(anna)).rejects.toMatchObject({
      kind: 'refused',
      retryable: false,
      message: 'GoHighLevel refused to save the contact (status 422): [name] [email] is blocked.',
    })
  })
})

test('an answer that was lost on the way makes no second contact', async () => {
  await server.failWith('apply-then-hang-up', { times: 1, on: 'POST' })
  await expect(crm.saveContact(anna)).rejects.toMatchObject({ retryable: true })
  await expect(crm.saveContact(anna)).resolves.toMatchObject({ isNew: false })
  expect(server.effects()).toEqual(['contact created'])
})

test.each([
  ['does not exist', () => Response.json({ statusCode: 404, message: 'Cannot GET' }, { status: 404 })],
  ['answers nothing', () => new Response('')],
  ['answers in a shape unknown', () => Response.json({ contact: [{ id: 'other' }] })],
])('a look-up that %s keeps no lead from being saved', async (_name, lookUp) => {
  const plain = createGoHighLevel({
    baseUrl: server.url,
    token,
    locationId,
    fetch: async (url, init) => (String(url).includes('search') ? lookUp() : fetch(url, init)),
  })
  await expect(plain.saveContact(anna)).resolves.toMatchObject({ isNew: true })
  await expect(plain.saveContact(anna)).resolves.toMatchObject({ isNew: false })
  expect(server.contacts()).toHaveLength(1)
})

test('an answer without the email is not taken for a saved contact', async () => {
  const forgetful = createGoHighLevel({
    baseUrl: server.url,
    token,
    locationId,
    fetch: async (url, init) =>
      init?.method === 'POST' ? Response.json({ new: true, contact: { id: 'c1' } }) : fetch(url, init),
  })
  await expect(forgetful.saveContact(anna)).rejects.toMatchObject({ retryable: true })
})

/** The adapter where the calls whose path holds the word find nothing, as after a race with another writer. */
function blindFor(word: string): Crm {
  return createGoHighLevel({
    baseUrl: server.url,
    token,
    locationId,
    fetch: async (url, init) =>
      String(url).includes(word) ? Response.json({ contact: null }) : fetch(url, init),
  })
}
