import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrmOutcomeProduct, runCrmOutcomes } from '#support/crm-outcome-product.ts'
import { loadCrmSchema } from '#support/crm-schema.ts'
import { waitFor } from '#support/eventually.ts'

let world: CrmOutcomeProduct
beforeAll(async () => {
  world = await runCrmOutcomes()
  world.crm.outcomes().pipelines.push({
    ...{ id: 'pipe', name: 'Coaching', locationId: 'loc1' },
    stages: [{ id: 'stage', name: 'Proposal sent', position: 0 }],
  })
  await world.switchHalf('opportunities', true)
})
afterAll(() => world?.end())

const opportunitiesOf = async (email: string) => {
  const [lead] = await world.product.query('select person_id from leads where email = $1', [email])
  return (await world.owner.get(`/api/customer-journey/${lead?.person_id}`)).body.opportunities
}

test('a won opportunity is a stage of its person and no payment, and follows the CRM', async () => {
  const contactId = await world.lead('won@example.com')
  const { outcomes } = world.crm
  const one = outcomes().addOpportunity({ contactId, status: 'won', monetaryValue: 2000 })
  await world.readAll('opportunities')
  expect(await opportunitiesOf('won@example.com')).toEqual([
    {
      ...{ id: one.id, pipeline: 'Coaching', stage: 'Proposal sent', status: 'won', value: 2000 },
      changedAt: '2026-11-01T10:00:00.000Z',
    },
  ])
  const { body } = await world.owner.get('/api/ads?range=all')
  expect(body.total).toMatchObject({ leads: 1, clients: 0, netCash: [] })
  expect(await world.product.query('select 1 from payments')).toEqual([])
  Object.assign(one, { status: 'open', pipelineStageId: 'unknown' })
  await world.readAll('opportunities')
  expect(await opportunitiesOf('won@example.com')).toMatchObject([{ status: 'open', stage: null }])
  outcomes().opportunities = []
  await world.readAll('opportunities')
  expect(await opportunitiesOf('won@example.com')).toEqual([])
})

test('what was read while the clock was a year ahead is read anew once it is set right', async () => {
  const contactId = await world.lead('ahead@example.com')
  const { outcomes } = world.crm
  outcomes().opportunities = []
  outcomes().addOpportunity({ contactId })
  await world.readAll('opportunities')
  expect(await opportunitiesOf('ahead@example.com')).toHaveLength(1)
  outcomes().opportunities = []
  await world.dateAhead('opportunities')
  await waitFor(
    'all is read',
    async () => Date.parse((await world.half('opportunities')).lastReadAt) <= world.now().getTime(),
  )
  expect(await opportunitiesOf('ahead@example.com')).toEqual([])
})

test('pages are read to the end, as the CRM documents its call, and odd ones are left out', async () => {
  const contactId = await world.lead('pages@example.com')
  const { outcomes } = world.crm
  outcomes().opportunities = []
  // Many were added in the same second, as an import of the owner's does.
  for (let number = 0; number < 250; number++)
    outcomes().addOpportunity({ contactId: number === 249 ? contactId : `contact-${number}` })
  for (const odd of [
    { id: 'foreign', contactId, status: 'won', locationId: 'another' },
    { id: "a'; drop table leads; --", contactId, status: 'won', locationId: 'loc1' },
    { id: 'odd-status', contactId, status: 'perhaps', locationId: 'loc1' },
    { id: 'odd-value', contactId, status: 'won', monetaryValue: 'a lot', locationId: 'loc1' },
  ])
    outcomes().opportunities.push({ ...odd, createdAt: '2026-10-01T00:00:00Z' })
  await world.readAll('opportunities')
  expect(await world.half('opportunities')).toMatchObject({ known: 251, ofLeads: 2, notRead: 2 })
  expect(await opportunitiesOf('pages@example.com')).toHaveLength(2)
  const schema = loadCrmSchema()
  if (!schema) return console.warn('The CRM’s OpenAPI files are not beside this repository: not compared.')
  const read = world.crm.log.filter(({ path }) => path.startsWith('/opportunities'))
  expect([...new Set(read.flatMap((call) => schema.requestProblems(call)))]).toEqual([])
  expect(read.filter(({ query }) => query.startAfterId !== undefined).length).toBeGreaterThan(1)
})

test('switched off it reads nothing, and what was read stays', async () => {
  await world.switchHalf('opportunities', false)
  await waitFor('what was under way is answered', async () => {
    const rows = await world.product.query(
      "select 1 from crm_reading where half = 'opportunities' and turn_of is not null",
    )
    return rows.length === 0
  })
  const calls = world.crm.log.length
  world.pass(24 * 60)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(world.crm.log.slice(calls).filter(({ path }) => path.startsWith('/opportunities'))).toEqual([])
  expect(await world.half('opportunities')).toMatchObject({ isOn: false, known: 251 })
})
