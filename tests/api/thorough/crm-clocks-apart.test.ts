// A sample of it is in tests/api/vendor-settings.test.ts.
import { expect, onTestFinished, test } from 'vitest'
import { crmAccess } from '#support/connected-crm.ts'
import { startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'

/** The product with a CRM, in one process; `join` starts another one, and hands it work while the first is busy. */
async function busyProduct() {
  const crm = await startCrmServer(crmAccess)
  onTestFinished(crm.stop)
  const { token, locationId } = crmAccess
  const environment = { GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url }
  const options = { environment, retryDelaySeconds: 1 }
  const first = await runProduct(options)
  onTestFinished(first.end)
  const browser = first.browser()
  // What it does is decided before it waits with its answer.
  const asked = (what: string) =>
    waitFor(what, () => crm.log.find(({ path, effects }) => path.endsWith(what) && effects.length > 0))
  const watch = async () => {
    const watched = { fingerprint: '1', watchTime: 720 }
    expect((await browser.post('/api/leads/add-video-tag', watched)).status).toBe(200)
  }
  return {
    ...{ crm, first, asked, watch },
    async capture() {
      const lead = { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143', page: '/' }
      expect((await browser.post('/api/capture-lead', lead)).status).toBe(200)
    },
    async join(aheadMs: number) {
      const other = await runProduct({
        ...{ ...options, databaseUrl: first.databaseUrl },
        clock: { now: () => new Date(Date.now() + aheadMs) },
      })
      onTestFinished(other.end)
      const begun = crm.log.length
      await watch()
      await waitFor('something more is asked of the CRM', () => crm.log.length > begun)
    },
    async tagsAdded() {
      await waitFor('all is delivered', async () => {
        const rows = await first.query("select 1 from lead_tags where state <> 'delivered'")
        return rows.length === 0
      })
      const added = crm.log.filter(({ method, path }) => method === 'POST' && path.endsWith('/tags'))
      return added.flatMap(({ body }) => Object(body).tags)
    },
  }
}

test('a lead is delivered by one process at a time, however far the clock of another is ahead', async () => {
  const { crm, asked, capture, join, tagsAdded } = await busyProduct()
  await crm.failWith('slow', { times: 1, on: 'POST /contacts/upsert', delayMs: 6000 })
  await capture()
  const saving = await asked('/contacts/upsert')
  await join(600_000)
  expect(saving.status).toBe(200)
  expect(await tagsAdded()).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
})

test('nor does another take it on where the CRM takes long over each step', async () => {
  const { crm, first, asked, capture, join, tagsAdded } = await busyProduct()
  await crm.failWith('slow', { times: 1, on: 'POST /contacts/upsert', delayMs: 1500 })
  await capture()
  await asked('/contacts/upsert')
  await crm.failWith('slow', { times: 1, on: 'POST /contacts/', delayMs: 6000 })
  // As far as it has come after most of its time.
  const [lease] = await first.query(
    "update leads set crm_lease_until = now() + interval '3 seconds' returning crm_lease_until as until",
  )
  const adding = await asked('/tags')
  await waitFor('that time is over', async () => {
    const [row] = await first.query('select now() > $1::timestamptz as is_over', [lease?.until])
    return row?.is_over
  })
  await join(0)
  expect(adding.status).toBe(201)
  expect(await tagsAdded()).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
})

test('a lead that was held while the database’s clock was a year ahead gets its tag, and is erased', async () => {
  const { crm, first, capture, watch, tagsAdded } = await busyProduct()
  const holdAhead = () => first.query("update leads set crm_lease_until = now() + interval '1 year'")
  await capture()
  await tagsAdded()
  await holdAhead()
  await watch()
  expect(await tagsAdded()).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
  await waitFor('that delivery is over', async () => {
    const [lead] = await first.query('select crm_lease_until from leads')
    return lead?.crm_lease_until === null
  })
  await holdAhead()
  const owner = await first.owner()
  const [lead] = await first.query('select person_id from leads')
  expect((await owner.post(`/api/people/${lead?.person_id}/erase`, {})).status).toBe(200)
  await waitFor('it is deleted from the CRM', () => crm.contacts().length === 0)
})
