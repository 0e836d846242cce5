import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
      ...crmAccess,
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
    ...crmAccess,
    fetch: async (url, init) => (String(url).includes('search') ? lookUp() : fetch(url, init)),
  })
  await expect(plain.saveContact(anna)).resolves.toMatchObject({ isNew: true })
  await expect(plain.saveContact(anna)).resolves.toMatchObject({ isNew: false })
  expect(server.contacts()).toHaveLength(1)
})

test('an answer without the email is not taken for a saved contact', async () => {
  const forgetful = createGoHighLevel({
    baseUrl: server.url,
    ...crmAccess,
    fetch: async (url, init) =>
      init?.method === 'POST' ? Response.json({ new: true, contact: { id: 'c1' } }) : fetch(url, init),
  })
  await expect(forgetful.saveContact(anna)).rejects.toMatchObject({ retryable: true })
})
