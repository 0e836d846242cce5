import { expect, test } from 'vitest'
import { crmProcesses } from '#support/crm-processes.ts'
import type { CrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { ownerPassword } from '#support/running-product.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'

const people = [
  { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143', page: '/meme' },
  { name: 'Ben Ito', email: 'ben@example.com', phone: '(202) 555-0144', page: '/freetraining' },
  { name: 'Cy Odd', email: 'cy@example.com', phone: 'call me', page: '/thankyoucall' },
]
const tagsOf: Record<string, string[]> = {
  'ada@example.com': ['vh01 - lead'],
  'ben@example.com': ['vh01 - lead', 'vh02 - saw pitch'],
  'cy@example.com': ['vh01 - lead', 'vh03 - filled application'],
}

async function capture(url: string, captured = people): Promise<void> {
  for (const person of captured)
    expect((await createBrowser(url).post('/api/capture-lead', person)).status).toBe(200)
}

async function signIn(url: string): Promise<TestBrowser> {
  const owner = createBrowser(url)
  expect((await owner.post('/api/analytics/verify-password', { password: ownerPassword })).status).toBe(200)
  return owner
}

type Shown = { email: string; delivery: { state: string; reason: string | null; contactId: string | null } }

const leadsOf = async (owner: TestBrowser): Promise<Shown[]> =>
  (await owner.get('/api/customers?range=all')).body

const inState = (owner: TestBrowser, state: string) =>
  waitFor(`all leads ${state}`, async () => {
    const leads = await leadsOf(owner)
    return leads.length === people.length && leads.every(({ delivery }) => delivery.state === state) && leads
  })

/** Every lead becomes one contact, created once, each of its tags added once; the logs say the same. */
async function expectDeliveredOnce(crm: CrmServer, owner: TestBrowser): Promise<void> {
  await inState(owner, 'delivered')
  const contacts = crm.contacts()
  const tagsAt = Object.fromEntries(contacts.map(({ email, tags }) => [email, [...tags].sort()]))
  expect(tagsAt).toEqual(tagsOf)
  const effects = crm.effects()
  expect(effects.filter((effect) => effect === 'contact created')).toHaveLength(people.length)
  expect(effects.filter((effect) => effect.startsWith('tag added')).sort()).toEqual(
    Object.values(tagsOf)
      .flat()
      .map((tag) => `tag added: ${tag}`)
      .sort(),
  )
  expect(effects.filter((effect) => /removed|deleted/.test(effect))).toEqual([])

  for (const { email, delivery } of await leadsOf(owner))
    expect(delivery).toMatchObject({
      state: 'delivered',
      contactId: contacts.find((contact) => contact.email === email)?.id,
    })
  const logs: { leadEmail: string; tagName: string; status: string; errorMessage: string | null }[] = (
    await owner.get('/api/auto-tags/logs')
  ).body
  const successes = logs.filter(({ status }) => status === 'success')
  expect(successes.map(({ leadEmail, tagName }) => `${leadEmail} ${tagName.toLowerCase()}`).sort()).toEqual(
    Object.entries(tagsOf)
      .flatMap(([email, tags]) => tags.map((tag) => `${email} ${tag}`))
      .sort(),
  )
  for (const { status, errorMessage } of logs) expect(status === 'error').toBe(errorMessage !== null)
}

test('leads captured while the CRM is down survive a kill and reach it once when it is back', async () => {
  const { crm, start } = await crmProcesses()
  await crm.failWith('down')
  const first = await start()
  await capture(first.url)
  const failing = await inState(await signIn(first.url), 'failing')
  for (const { delivery } of failing) expect(delivery.reason).toMatch(/^\S.*\.$/)
  await first.kill()

  const second = await start()
  const owner = await signIn(second.url)
  expect(crm.effects()).toEqual([])
  await crm.recover()
  await expectDeliveredOnce(crm, owner)
})

test('without a token leads wait; a start with one delivers them', async () => {
  const { crm, start } = await crmProcesses()
  const first = await start({ token: null })
  await capture(first.url)
  const waiting = await inState(await signIn(first.url), 'waiting')
  expect(waiting.every(({ delivery }) => delivery.contactId === null)).toBe(true)
  expect(await first.stop()).toBe('exit code 0')

  const second = await start()
  await expectDeliveredOnce(crm, await signIn(second.url))
})

test('a token that the CRM refuses makes leads wait with that reason, not fail for good', async () => {
  const { crm, start } = await crmProcesses()
  const first = await start({ token: 'pit-wrong' })
  await capture(first.url)
  const failing = await inState(await signIn(first.url), 'failing')
  for (const { delivery } of failing) {
    expect(delivery.reason).toMatch(/token/)
    expect(delivery.reason).not.toMatch(/pit-/)
  }
  expect(await first.stop()).toBe('exit code 0')

  const second = await start()
  await expectDeliveredOnce(crm, await signIn(second.url))
})

test('a kill in the middle of a delivery that the CRM carries out delivers nothing twice', async () => {
  const { crm, start, connect } = await crmProcesses()
  await crm.failWith('slow', { delayMs: 4000 })
  const first = await start()
  await capture(first.url)
  await waitFor('a contact created behind a slow answer', () => crm.effects().includes('contact created'))
  await first.kill()
  await crm.recover()

  // The killed process holds its leads for a while yet, by the database's clock.
  await (await connect()).query('update leads set crm_lease_until = now() where crm_lease_until is not null')
  const second = await start()
  await expectDeliveredOnce(crm, await signIn(second.url))
})

test('a backlog is worked off without pauses once the CRM takes calls', async () => {
  // One lead each time that the queue is looked at would take minutes.
  const options = { retryDelaySeconds: 1, queuePollSeconds: 15 }
  const { crm, start } = await crmProcesses({ environment: { PRODUCT_OPTIONS: JSON.stringify(options) } })
  const first = await start({ token: null })
  const crowd = Array.from({ length: 20 }, (_, index) => ({
    name: `Lead ${index}`,
    email: `lead${index}@example.com`,
    phone: `(202) 555-01${String(index).padStart(2, '0')}`,
    page: '/meme',
  }))
  await capture(first.url, crowd)
  await first.stop()

  await start()
  await waitFor(
    'all contacts with their tag',
    () => crm.contacts().filter(({ tags }) => tags.length > 0).length === 20,
  )
})

test('two processes on one database deliver each lead once', async () => {
  const { crm, start } = await crmProcesses()
  const [first, second] = await Promise.all([start(), start()])
  await capture(first.url, people.slice(0, 1))
  await capture(second.url, people.slice(1))
  // The same again from both, at the same time: the same person is the same contact.
  await Promise.all([capture(first.url), capture(second.url)])
  const owner = await signIn(second.url)
  await inState(owner, 'delivered')
  const created = crm.effects().filter((effect) => effect === 'contact created')
  expect(created).toHaveLength(people.length)
  expect(crm.effects().filter((effect) => effect.startsWith('tag added'))).toHaveLength(5)
})
