import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CrmOutcomeProduct, runCrmOutcomes } from '#support/crm-outcome-product.ts'
import type { FailureMode } from '#support/crm-server/failure.ts'
import { waitFor } from '#support/eventually.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import type { RunningProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'

let world: CrmOutcomeProduct
let second: RunningProduct | undefined
let calendarId: string
let contactId: string
beforeAll(async () => {
  world = await runCrmOutcomes()
  calendarId = world.crm.outcomes().addCalendar('Strategy call')
  contactId = await world.lead('ada@example.com')
  await world.switchHalf('calls', true)
  await world.switchHalf('opportunities', true)
  await world.readAll()
  await world.readAll('opportunities')
})
afterAll(async () => {
  await second?.end()
  await world?.end()
})
afterEach(() => world.crm.recover())

const iso = (hours: number) => new Date(world.now().getTime() + hours * 3_600_000).toISOString()
let hour = 1
const held = async () =>
  Number((await world.product.query("select count(*) from bookings where status = 'held'"))[0]?.count)
const trouble = async () => (await world.owner.get('/api/connections/trouble')).body
const failing = (half: 'calls' | 'opportunities') =>
  waitFor(`${half} fail`, async () => {
    const found = await world.half(half)
    if (found.failingSince) return found
    // What was being read may have ended only now, and the next is due ten minutes after it.
    world.pass(11)
  })

describe('reading from the CRM', () => {
  it.each<FailureMode>(['server-error', 'garbage', 'reset', 'half-answer', 'rate-limited'])(
    'goes on by itself after %s, with nothing lost and nothing twice',
    async (mode) => {
      const before = await held()
      hour += 1
      world.crm.outcomes().book({ calendarId, contactId, startTime: iso(-hour), appointmentStatus: 'showed' })
      await world.crm.failWith(mode, { on: 'GET /calendars', times: mode === 'half-answer' ? 1 : 3 })
      await waitFor('it was read', async () => {
        world.pass(11)
        await new Promise((resolve) => setTimeout(resolve, 200))
        return (await held()) === before + 1
      })
      await world.crm.recover()
      await world.readAll()
      expect(await held()).toBe(before + 1)
      expect(await world.half('calls')).toMatchObject({ failingSince: null, lacksScope: false })
    },
  )

  it('says which half the token may not read, and reads the other', async () => {
    await world.crm.failWith('scope-missing', { on: 'GET /opportunities' })
    world.pass(31)
    expect(await failing('opportunities')).toMatchObject({ lacksScope: true })
    await world.readAll('calls')
    expect(await world.half('calls')).toMatchObject({ lacksScope: false, failingSince: null })
    // It could be read before, so somebody took the scope away.
    world.pass(6)
    expect(await trouble()).toMatchObject([{ vendor: 'crm', kind: 'refused-credentials' }])
    await world.crm.recover()
    await world.readAll('opportunities')
    expect(await trouble()).toEqual([])
  })

  it('makes no trouble of a scope that was never there', async () => {
    await world.switchHalf('opportunities', false)
    await world.product.query("update crm_reading set last_read_at = null where half = 'opportunities'")
    await world.crm.failWith('scope-missing', { on: 'GET /opportunities' })
    await world.switchHalf('opportunities', true)
    expect(await failing('opportunities')).toMatchObject({ lacksScope: true, lastReadAt: null })
    world.pass(6)
    expect(await trouble()).toEqual([])
    await world.crm.recover()
    await world.readAll('opportunities')
  })

  it('says that a dead token is refused, and goes on with a new one at once', async () => {
    await world.crm.failWith('token-revoked')
    world.pass(31)
    expect((await failing('calls')).reason).toContain('did not accept the token')
    expect((await failing('calls')).reason).not.toContain(world.access.token)
    world.pass(6)
    expect(await trouble()).toMatchObject([{ vendor: 'crm', kind: 'refused-credentials' }])
    await world.crm.recover()
    await sendJson(world.owner, 'POST', '/api/connections/crm/reading/now', {})
    await waitFor('it goes on', async () => (await world.half('calls')).failingSince === null)
    await waitFor('no trouble', async () => (await trouble()).length === 0)
  })

  it('goes on at once after a passed test, in place of the hour that it rests after a refusal', async () => {
    await world.crm.failWith('token-revoked')
    world.pass(31)
    await failing('calls')
    await world.crm.recover()
    const { body } = await sendJson(world.owner, 'POST', '/api/connections/crm/test', {})
    expect(body).toMatchObject({ success: true })
    await waitFor('it goes on', async () => (await world.half('calls')).failingSince === null)
    await waitFor('no trouble', async () => (await trouble()).length === 0)
  })

  it('says that the location is refused, and which half of it rests', async () => {
    await world.crm.failWith('location-refused', { on: 'GET /calendars' })
    world.pass(31)
    expect(await failing('calls')).toMatchObject({
      lacksScope: false,
      reason: expect.stringContaining('403'),
    })
    await world.readAll('opportunities')
    world.pass(6)
    expect(await trouble()).toMatchObject([{ vendor: 'crm', kind: 'refused-credentials' }])
    await world.crm.recover()
    await world.readAll()
    expect(await trouble()).toEqual([])
  })

  it('leaves out a calendar that the CRM refuses, and reads the others', async () => {
    const before = await held()
    const { outcomes } = world.crm
    outcomes().refused.add(outcomes().addCalendar('Refused'))
    outcomes().book({ calendarId, contactId, startTime: iso(-40), appointmentStatus: 'showed' })
    await world.readAll()
    expect(await world.half('calls')).toMatchObject({ failingSince: null, notRead: 1 })
    outcomes().refused.clear()
    await world.readAll()
    expect(await held()).toBe(before + 1)
    expect(await world.half('calls')).toMatchObject({ notRead: 0 })
  })

  it('reads the others while the CRM stumbles over a calendar each time, and all of that one once it can', async () => {
    const before = await held()
    const { outcomes } = world.crm
    const broken = outcomes().addCalendar('Broken')
    outcomes().broken.add(broken)
    const showed = { contactId, appointmentStatus: 'showed' }
    outcomes().book({ ...showed, calendarId: broken, startTime: iso(-24 * 200) })
    outcomes().book({ ...showed, calendarId, startTime: iso(-24 * 201) })
    world.pass(25 * 60)
    await world.readAll()
    expect(await held()).toBe(before + 1)
    expect(await world.half('calls')).toMatchObject({
      ...{ failingSince: null, notRead: expect.any(Number), notReadReason: expect.stringContaining('500') },
    })
    expect((await world.half('calls')).notRead).toBeGreaterThan(0)
    outcomes().broken.clear()
    await world.readAll()
    expect(await held()).toBe(before + 2)
    expect(await world.half('calls')).toMatchObject({ notRead: 0 })
  })

  it('reads the other pipelines while the CRM stumbles over a page of opportunities each time, and all once it can', async () => {
    const { outcomes } = world.crm
    for (const id of ['first', 'second'])
      outcomes().pipelines.push({ id, name: id, locationId: world.access.locationId, stages: [] })
    const odd = outcomes().addOpportunity({ contactId, pipelineId: 'first' })
    outcomes().addOpportunity({ contactId, pipelineId: 'second' })
    outcomes().broken.add(odd.id)
    await world.readAll('opportunities')
    expect(await world.half('opportunities')).toMatchObject({
      ...{ failingSince: null, known: 1, notRead: 1, notReadReason: expect.stringContaining('500') },
    })
    outcomes().broken.clear()
    await world.readAll('opportunities')
    expect(await world.half('opportunities')).toMatchObject({ known: 2, notRead: 0, notReadReason: null })
    outcomes().opportunities = []
    await world.readAll('opportunities')
    expect(await world.half('opportunities')).toMatchObject({ known: 0 })
  })

  it('reads what lies behind a page at which the CRM stumbles within a pipeline, and all of it once it can', async () => {
    const { outcomes } = world.crm
    for (const id of ['long', 'longer'])
      outcomes().pipelines.push({ id, name: id, locationId: world.access.locationId, stages: [] })
    for (let number = 100; number < 550; number++)
      outcomes().addOpportunity({ contactId, id: `long-${number}`, pipelineId: 'long' })
    // In the second and in the third page of a hundred.
    for (const id of ['long-250', 'long-350']) outcomes().broken.add(id)
    await world.readAll('opportunities')
    expect(await world.half('opportunities')).toMatchObject({ failingSince: null, known: 250, notRead: 2 })
    for (const pageNumbers of ['refused', 'overlooked'] as const) {
      outcomes().pageNumbers = pageNumbers
      const other = outcomes().addOpportunity({ contactId, pipelineId: 'longer' })
      await world.readAll('opportunities')
      expect(await world.half('opportunities')).toMatchObject({ failingSince: null })
      expect(
        await world.product.query('select 1 from crm_opportunities where id = $1', [other.id]),
      ).toHaveLength(1)
    }
    outcomes().broken.clear()
    await world.readAll('opportunities')
    expect(await world.half('opportunities')).toMatchObject({ known: 452, notRead: 0 })
    outcomes().opportunities = []
    await world.readAll('opportunities')
  })

  it('leaves out an appointment that the CRM refuses or stumbles over, and reads the others', async () => {
    const { crm } = world
    const book = (hours: number) =>
      crm.outcomes().book({ calendarId, contactId, startTime: iso(hours), appointmentStatus: 'showed' })
    const odd = book(-41)
    await world.readAll()
    const before = await held()
    // The list lacks it, so that it is asked for by its id.
    const rest = crm.outcomes().appointments.filter(({ id }) => id !== odd.id)
    crm.outcomes().appointments = rest
    crm.outcomes().refused.add(odd.id)
    book(-42)
    await world.readAll()
    expect(await held()).toBe(before + 1)
    expect(await world.half('calls')).toMatchObject({
      ...{ failingSince: null, notRead: 1, notReadReason: expect.stringContaining('status 422') },
    })
    crm.outcomes().refused.clear()
    await crm.failWith('garbage', { on: 'GET /calendars/events/appointments' })
    book(-43)
    await world.readAll()
    expect(await held()).toBe(before + 2)
    expect(await world.half('calls')).toMatchObject({ failingSince: null, notRead: 1 })
    await crm.recover()
    await world.readAll()
    expect(await world.half('calls')).toMatchObject({ failingSince: null, notRead: 0 })
  })

  it('reads ten thousand once, whichever of two processes has the turn, and one that ends in the middle', async () => {
    const before = await held()
    const start = world.now().getTime()
    for (let number = 0; number < 10_000; number++) {
      const isAda = number < 40
      world.crm.outcomes().book({
        ...{ calendarId, contactId: isAda ? contactId : `stranger-${number}` },
        startTime: new Date(start - (100 + number) * 1_800_000).toISOString(),
        ...(isAda && { appointmentStatus: 'showed' }),
      })
    }
    second = await world.second()
    world.pass(25 * 60)
    const third = await world.second()
    await waitFor('it has begun', async () => (await world.half('calls')).progress !== null)
    await third.end()
    await waitFor('all were read', async () => (await held()) === before + 40, 120_000)
    await world.readAll()
    expect(await held()).toBe(before + 40)
    expect(await world.half('calls')).toMatchObject({ failingSince: null })
    const [twice] = await world.product.query(
      `select count(*) from external_event_updates where kind = 'shown' and details ->> 'by' = 'crm'`,
    )
    expect(Number(twice?.count)).toBe(before + 40)
    // At the pace of the product that is a tenth of what the CRM allows.
    const events = world.crm.log.filter(({ path }) => path === '/calendars/events')
    expect(events.length).toBeLessThan(2000)
    await expectHonestNumbers(world.product)
  })
})
