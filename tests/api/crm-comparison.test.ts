import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { compareWithCrm } from '#server/capture/compare-with-crm.ts'
import { createGoHighLevel } from '#server/integrations/vendors/gohighlevel/gohighlevel.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const token = 'pit-compare'
const locationId = 'loc1'
let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId, limits: { perInterval: 10_000 } })
  product = await runProduct({
    environment: { GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url },
    retryDelaySeconds: 1,
  })
  owner = await product.owner()
  for (const name of ['ada', 'ben', 'cy', 'di'])
    await product.browser().post('/api/capture-lead', {
      ...{ name: `${name} Kern`, email: `${name}@example.com`, phone: 'none', page: '/freetraining' },
    })
  await quiet()
})
afterEach(() => crm.recover())
afterAll(async () => {
  await product.end()
  await crm.stop()
})

const quiet = () =>
  waitFor('everything delivered', async () => {
    const [row] = await product.query(`select
      (select count(*)::integer from leads where crm_state <> 'delivered' or crm_contact_stale) as leads,
      (select count(*)::integer from lead_tags where state <> 'delivered') as tags`)
    return row?.leads === 0 && row.tags === 0
  })
const contact = (name: string) => {
  const found = crm.contacts().find(({ email }) => email?.startsWith(name))
  if (!found) throw new Error(`no contact of ${name}`)
  return found
}
const finished = async () => {
  const comparison = await waitFor('a comparison that ended', async () => {
    const { body } = await owner.get('/api/connections')
    return body.comparison?.finishedAt ? body.comparison : false
  })
  await quiet()
  return comparison
}
const compare = async () => {
  expect((await owner.post('/api/connections/crm/compare', {})).body).toMatchObject({ success: true })
  return finished()
}

test('where both hold the same, nothing is written', async () => {
  const effects = crm.effects().length
  expect(await compare()).toMatchObject({ compared: 4, repaired: 0, differences: [] })
  expect(crm.effects()).toHaveLength(effects)
})

test('a contact and a tag that are missing come back once; what cannot be repaired is told', async () => {
  crm.deleteContact(contact('ada').id)
  crm.removeTag(contact('ben').id, 'vh02 - saw pitch')
  crm.changeEmail(contact('cy').id, 'other@example.com')
  const before = crm.effects().length
  const comparison = await compare()
  expect(comparison).toMatchObject({ compared: 4, repaired: 2 })
  expect(comparison.differences).toEqual([expect.objectContaining({ name: 'cy Kern', what: 'other-email' })])
  expect(crm.effects().slice(before).sort()).toEqual([
    'contact created',
    'tag added: vh01 - lead',
    'tag added: vh02 - saw pitch',
    'tag added: vh02 - saw pitch',
  ])
  expect(contact('ada').tags.sort()).toEqual(['vh01 - lead', 'vh02 - saw pitch'])
})

test('what is taken away at the CRM again stays away and is told', async () => {
  crm.removeTag(contact('ben').id, 'vh02 - saw pitch')
  const before = crm.effects().length
  const { repaired, differences } = await compare()
  expect(repaired).toBe(0)
  expect(
    differences.map(({ what, detail }: { what: string; detail: string }) => [what, detail]),
  ).toContainEqual(['tag-missing', 'VH02 - Saw Pitch'])
  expect(crm.effects()).toHaveLength(before)
})

test('while the CRM is down the comparison waits, and one at a time is enough', async () => {
  await crm.failWith('down')
  expect((await owner.post('/api/connections/crm/compare', {})).body).toMatchObject({ success: true })
  expect((await owner.post('/api/connections/crm/compare', {})).body).toMatchObject({ success: false })
  await crm.recover()
  expect(await finished()).toMatchObject({ compared: 4 })
})

test('a contact that goes by the lead’s email as well is the lead’s, and gets the tag that is missing', async () => {
  const { id } = contact('di')
  crm.changeEmail(id, 'work@example.com', 'stays')
  crm.removeTag(id, 'vh02 - saw pitch')
  const { repaired, differences } = await compare()
  expect(differences.map(({ name }: { name: string }) => name)).not.toContain('di Kern')
  expect(repaired).toBe(1)
  expect(crm.contacts().find((one) => one.id === id)?.tags).toContain('vh02 - saw pitch')
})

test('where the CRM is slow, a part of a run ends long before its job is taken for lost, and another goes on', async () => {
  const database = openForTest(product.databaseUrl)
  const id = crypto.randomUUID()
  await product.query('update leads set crm_compared_at = null')
  await product.query(
    `insert into crm_comparisons (id, started_at, asked_by_owner, to_compare) values ($1, now(), true, 4)`,
    [id],
  )
  let at = Date.now()
  const sent: unknown[] = []
  const fast = createGoHighLevel({ baseUrl: crm.url, token, locationId })
  const parts = {
    ...{
      database,
      newId: () => crypto.randomUUID(),
      clock: { now: () => new Date(at) },
      live: { changed: () => {} },
    },
    crm: {
      ...fast,
      readContact(contactId: string) {
        at += 20_000
        return fast.readContact(contactId)
      },
    },
    queue: { send: async (_transaction: unknown, _name: string, data: unknown) => void sent.push(data) },
  }
  const run = async () => {
    await compareWithCrm(parts, id)
    const [row] = await product.query(
      'select compared, finished_at is not null as over from crm_comparisons where id = $1',
      [id],
    )
    return row
  }
  expect(await run()).toEqual({ compared: 3, over: false })
  expect(sent).toEqual([{ comparisonId: id }])
  expect(await run()).toEqual({ compared: 4, over: true })
})

test.each(['applies', 'comes back by another ad'])(
  'a contact that is gone when its lead %s comes back with the tags that it had, before those that are new',
  async (how) => {
    const browser = product.browser()
    const name = how === 'applies' ? 'gil' : 'hal'
    const details = {
      name: `${name} Kern`,
      email: `${name}@example.com`,
      phone: 'none',
      page: '/freetraining',
    }
    await browser.post('/api/capture-lead', details)
    await quiet()
    crm.deleteContact(contact(name).id)
    const before = crm.effects().length
    if (how === 'applies') {
      await browser.post('/api/leads/application-confirmation', { fingerprint: '1', page: '/thankyoucallc' })
      await waitFor('the tag', async () => {
        const rows = await product.query(
          `select 1 from lead_tags join leads on leads.id = lead_id where email = $1 and tag_name like 'VH03%'`,
          [details.email],
        )
        return rows.length > 0
      })
    } else await browser.post('/api/capture-lead', { ...details, utm_source: 'another' })
    await quiet()
    expect(crm.effects().slice(before)).toEqual([
      'contact created',
      'tag added: vh01 - lead',
      'tag added: vh02 - saw pitch',
      ...(how === 'applies' ? ['tag added: vh03 - filled application'] : []),
    ])
  },
)
