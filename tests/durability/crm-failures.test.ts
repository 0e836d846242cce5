import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { crmProcesses } from '#support/crm-processes.ts'
import type { FailureMode, FailureScope } from '#support/crm-server/failure.ts'
import { waitFor } from '#support/eventually.ts'
import { ownerPassword } from '#support/running-product.ts'
import { createBrowser } from '#support/test-browser.ts'

const FAILING_MS = 6000

const people = ['ada', 'ben', 'cy', 'di'].map((name, index) => ({
  name: `${name} Kern`,
  email: `${name}@example.com`,
  phone: `(202) 555-014${index}`,
  page: index % 2 === 0 ? '/meme' : '/freetraining',
  utm_source: 'fb',
}))
const tagsOf = ({ page }: { page: string }) =>
  page === '/meme' ? ['vh01 - lead'] : ['vh01 - lead', 'vh02 - saw pitch']

const failures: { name: string; mode: FailureMode; scope?: FailureScope; isAnswered: boolean }[] = [
  { name: 'down all the time', mode: 'down', isAnswered: false },
  { name: 'slow', mode: 'slow', scope: { delayMs: 1500 }, isAnswered: true },
  { name: 'answering 429 with its headers', mode: 'rate-limited', isAnswered: false },
  { name: 'taking calls and never answering', mode: 'half-open', isAnswered: false },
  { name: 'answering half', mode: 'half-answer', isAnswered: false },
  { name: 'answering garbage', mode: 'garbage', isAnswered: false },
  { name: 'doing it and hanging up', mode: 'apply-then-hang-up', isAnswered: false },
  { name: 'revoking the token in the middle', mode: 'token-revoked', isAnswered: false },
]

// Each has a CRM, a database and a process of its own, and mostly waits.
test.concurrent.for(failures)(
  'a CRM that is $name: no lead waits for it, and after it every effect is there exactly once',
  async ({ mode, scope, isAnswered }, { onTestFinished }) => {
    const { crm, start } = await crmProcesses({ onTestFinished })
    const product = await start()
    const capture = async (person: (typeof people)[number]) => {
      const started = performance.now()
      const answer = await createBrowser(product.url).post('/api/capture-lead', person)
      expect(answer.status).toBe(200)
      expect(performance.now() - started).toBeLessThan(2000)
    }
    const [first, ...others] = people
    if (!first) throw new Error('nobody to capture')

    // One goes through, so that the failure comes in the middle of things.
    await capture(first)
    await waitFor('the first one tagged', () => crm.contacts()[0]?.tags.length === 1)
    await crm.failWith(mode, scope)
    for (const person of others) await capture(person)
    await pause(FAILING_MS)
    if (!isAnswered) expect(crm.contacts().filter(({ tags }) => tags.length > 0).length).toBeLessThan(4)
    await crm.recover()

    const owner = createBrowser(product.url)
    await owner.post('/api/analytics/verify-password', { password: ownerPassword })
    await waitFor(
      'all delivered',
      async () => {
        const { body } = await owner.get('/api/customers?range=all')
        return (
          body.length === people.length &&
          body.every(({ delivery }: { delivery: { state: string } }) => delivery.state === 'delivered')
        )
      },
      120_000,
    )
    expect(Object.fromEntries(crm.contacts().map(({ email, tags }) => [email, [...tags].sort()]))).toEqual(
      Object.fromEntries(people.map((person) => [person.email, tagsOf(person)])),
    )
    expect(crm.effects().sort()).toEqual([
      ...people.map(() => 'contact created'),
      ...people
        .flatMap(tagsOf)
        .map((tag) => `tag added: ${tag}`)
        .sort(),
    ])
    const { body: trouble } = await owner.get('/api/connections/trouble')
    expect(trouble).toEqual([])
    const { body: connections } = await owner.get('/api/connections')
    expect(connections.connections[0]).toMatchObject({
      vendor: 'crm',
      state: 'working',
      waiting: 0,
      parked: 0,
    })
  },
)
