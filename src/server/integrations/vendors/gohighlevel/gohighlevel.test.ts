import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Crm, CrmContact } from '#server/integrations/crm.ts'
import { loadCrmSchema } from '#support/crm-schema.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { createGoHighLevel } from './gohighlevel.ts'

const token = 'pit-journey-test'
const locationId = 'loc1'
let server: CrmServer
let crm: Crm

beforeEach(async () => {
  server = await startCrmServer({ token, locationId })
  crm = createGoHighLevel({ baseUrl: server.url, token, locationId })
})
afterEach(() => server.stop())

const lead = (number: number): CrmContact => ({
  leadId: `lead-${number}`,
  name: `Lead Number${number}`,
  email: `lead.${number}+ads@example.com`,
  phone: `+1202555${String(1000 + number)}`,
  source: 'Homepage Video Thumbnail',
  timezone: 'America/Los_Angeles',
  knownContactId: null,
})

test('a lead’s way: saved, tagged, saved again, tagged again', async () => {
  const { contactId } = await crm.saveContact(lead(1))
  await crm.addTag(contactId, 'VH01 - Lead')
  await crm.saveContact({ ...lead(1), knownContactId: contactId, name: 'Lead Renamed' })
  await crm.addTag(contactId, 'VH02 - Saw Pitch')
  expect(server.contacts()).toMatchObject([
    { lastName: 'Renamed', tags: ['vh01 - lead', 'vh02 - saw pitch'] },
  ])
  expect(server.effects()).toEqual([
    'contact created',
    'tag added: vh01 - lead',
    'contact updated',
    'tag added: vh02 - saw pitch',
  ])
})

test('every call it can make is one that the CRM documents', async ({ skip }) => {
  const schema = loadCrmSchema()
  if (!schema) return skip('skipped: the CRM’s OpenAPI files are not here')
  const { contactId } = await crm.saveContact(lead(1))
  await crm.addTag(contactId, 'VH01 - Lead')
  await crm.saveContact({ ...lead(1), name: 'Other Name', timezone: 'UTC', knownContactId: contactId })
  await crm.saveContact({ ...lead(2), phone: lead(1).phone })
  await crm.saveContact({ ...lead(3), phone: null, timezone: undefined, name: 'Solo' })
  server.addContact({ phone: lead(4).phone })
  await crm.saveContact(lead(4))
  const kinds = new Set(server.log.map(({ method, path }) => `${method} ${path.replace(/\w{20}/, ':id')}`))
  expect([...kinds].sort()).toEqual([
    'GET /contacts/:id',
    'GET /contacts/search/duplicate',
    'POST /contacts/:id/tags',
    'POST /contacts/upsert',
    'PUT /contacts/:id',
  ])
  expect(server.log.flatMap((call) => schema.requestProblems(call))).toEqual([])
  expect(server.log.every(({ status }) => status === 200 || status === 201)).toBe(true)
})

test('many leads at once, each tried again after the wait it was told, arrive once each within the allowance', async () => {
  await server.stop()
  server = await startCrmServer({ token, locationId, limits: { perInterval: 10, intervalMs: 100 } })
  crm = createGoHighLevel({ baseUrl: server.url, token, locationId })
  const deliver = async (number: number): Promise<void> => {
    for (;;) {
      try {
        const { contactId } = await crm.saveContact(lead(number))
        return await crm.addTag(contactId, 'VH01 - Lead')
      } catch (error) {
        if (!(error instanceof Error && 'retryAfterMs' in error)) throw error
        expect(error).toMatchObject({ kind: 'rate-limited' })
        await new Promise((resolve) => setTimeout(resolve, Number(error.retryAfterMs)))
      }
    }
  }
  const numbers = Array.from({ length: 12 }, (_unused, index) => index)
  await Promise.all(numbers.map((number) => deliver(number)))
  expect(server.contacts()).toHaveLength(12)
  expect(server.effects().sort()).toEqual([
    ...numbers.map(() => 'contact created'),
    ...numbers.map(() => 'tag added: vh01 - lead'),
  ])
})
