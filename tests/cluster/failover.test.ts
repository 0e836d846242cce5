import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { ownerPassword } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'
import { type ClusterClients, startClients } from './cluster-clients.ts'
import { compareCluster } from './compare-cluster.ts'
import { failures } from './failures.ts'
import { missingPackages, postgresPrograms } from './find-programs.ts'
import { type Cluster, startCluster } from './start-cluster.ts'
import { clusterEnvironment, crmAccess, startWebs } from './start-webs.ts'

const ROUNDS = Number(process.env.CLUSTER_ROUNDS || failures.length)
// Free times of the calendar are few, fewest after a weekend.
const perRound = { captures: 60, bookings: Math.max(1, Math.min(8, Math.floor(48 / ROUNDS))) }

const missing = missingPackages()
if (missing.length > 0)
  console.log(
    `Skipped, for want of ${missing.join(', ')}: apt-get install -y --no-install-recommends ${missing.join(' ')}`,
  )

describe.skipIf(missing.length > 0)('a cluster whose primary is lost', () => {
  let cluster: Cluster
  let crm: CrmServer
  let urls: string[] = []
  let clients: ClusterClients
  let owner: TestBrowser

  beforeAll(async () => {
    const seed = Date.now() % 2 ** 32
    console.log(`${ROUNDS} failovers with seed ${seed}`)
    crm = await startCrmServer(crmAccess)
    cluster = await startCluster(postgresPrograms())
    urls = await startWebs(cluster, 2, crm)
    owner = createBrowser(urls[0] ?? '')
    await owner.post('/api/analytics/verify-password', { password: ownerPassword })
    clients = startClients(urls, seededRandom(seed))
  })

  afterAll(async () => {
    await clients?.end().catch(() => {})
    await cluster?.end()
    await crm?.stop()
  })

  const rounds = Array.from({ length: ROUNDS }, (_, index) => ({
    round: index + 1,
    failure: failures[index % failures.length] as (typeof failures)[number],
  }))

  test.each(rounds)(
    'round $round: $failure.name',
    async ({ round, failure }) => {
      const primary = await cluster.leader()
      const before = clients.acknowledgedAt.length
      await waitFor('writes before', () => clients.acknowledgedAt.length > before + 50)
      clients.want(perRound)
      await pause(300)
      const begunAt = performance.now()
      const refused = clients.refused
      let isHealed = false
      // A round that fails must not be the next one's fault.
      onTestFinished(async () => {
        if (!isHealed) await failure.heal(cluster, primary)
      })
      await failure.begin(cluster, primary)
      if (failure.name !== 'fenced') {
        // Others lead a quarter of a minute later: who looked at a fixed time could come after that.
        const stop = (url: string) =>
          waitFor(`${url} is not ready`, async () => (await createBrowser(url).get('/readyz')).status === 503)
        await Promise.all(urls.map(stop))
        for (const url of urls) expect((await createBrowser(url).get('/healthz')).status, url).toBe(200)
      }
      const next = await waitFor(
        'another primary',
        async () => {
          const leader = await cluster.leader()
          return leader.name !== primary.name && leader
        },
        90_000,
      )
      const ledAt = performance.now()
      await waitFor('writes again', () => (clients.acknowledgedAt.at(-1) ?? 0) > ledAt, 60_000)
      const back = performance.now()
      isHealed = true
      await failure.heal(cluster, primary)
      await cluster.whole()
      for (const url of urls) await expectNews(url, owner)
      for (const url of urls)
        await waitFor(`${url} is ready`, async () => (await createBrowser(url).get('/readyz')).status === 200)
      const acknowledged = clients.acknowledgedAt.length
      await waitFor('writes after', () => clients.acknowledgedAt.length > acknowledged + 100)
      console.log(
        [
          `round ${round}: ${primary.name} ${failure.name}, ${next.name} leads`,
          `longest pause ${(longestPause(clients.acknowledgedAt, begunAt) / 1000).toFixed(1)} s`,
          `first write again after ${((back - begunAt) / 1000).toFixed(1)} s`,
          `${clients.acknowledgedAt.length - before} acknowledged`,
          `${clients.refused - refused} answered 503`,
          `slowest answer ${(clients.slowestMs / 1000).toFixed(1)} s`,
        ].join(', '),
      )
      expect(clients.wrong).toEqual([])
    },
    300_000,
  )

  test('nothing acknowledged is lost or doubled, and all jobs are done once', async () => {
    await clients.end()
    expect(clients.wrong).toEqual([])
    const { compared, problems } = await compareCluster(
      clusterEnvironment(cluster),
      clients.acknowledged,
      crm,
    )
    console.log(`${compared} acknowledged writes compared, ${problems.length} problems`)
    expect(problems).toEqual([])
    expect(clients.acknowledged.captures.size).toBeGreaterThan(ROUNDS * 20)
    expect(clients.acknowledged.bookings.size).toBeGreaterThan(0)
  }, 300_000)
})

/** The longest time between two acknowledged writes of any client, from the last before `since` on, in ms. */
function longestPause(acknowledgedAt: number[], since: number): number {
  const first = acknowledgedAt.findLastIndex((at) => at <= since)
  const times = acknowledgedAt.slice(Math.max(first, 0))
  return times.reduce((longest, at, index) => Math.max(longest, at - (times[index - 1] ?? at)), 0)
}

/** Waits until a process tells an open dashboard of a change, which it only hears of from the database. */
async function expectNews(url: string, owner: TestBrowser): Promise<void> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const heard = async () => {
    const over = new AbortController()
    const late = setTimeout(() => over.abort(), 10_000)
    try {
      const answer = await fetch(`${url}/api/live`, { headers: { cookie }, signal: over.signal })
      let text = ''
      for await (const chunk of answer.body ?? []) {
        text += Buffer.from(chunk).toString()
        if (text.includes('event: changed')) return true
      }
      return false
    } catch {
      return false
    } finally {
      clearTimeout(late)
      over.abort()
    }
  }
  await waitFor(`news at ${url}`, heard, 60_000)
}
