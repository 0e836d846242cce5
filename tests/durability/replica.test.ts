import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isVisiblyOld } from '#contract/read-from.ts'
import { openDatabase } from '#server/platform/database.ts'
import { readingDatabase, readingNow } from '#server/platform/replica/reading-database.ts'
import { watchReplica } from '#server/platform/replica/watch-replica.ts'
import { waitFor } from '#support/eventually.ts'
import { databaseAt, onServer } from '#support/on-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { Answer, TestBrowser } from '#support/test-browser.ts'

/*
 * A real streaming replica, thirty seconds behind, stopped, built anew and promoted: the dashboard goes on, and wherever a
 * number goes back the answer says how old it is.
 */

type Server = { url: string; stop(): Promise<unknown> }

// Plain JavaScript, outside of what is typed.
const fromBin = (name: string) => import(new URL(`../../bin/${name}`, import.meta.url).href)
const { findPostgres } = await fromBin('find-postgres.mjs')
const { startThrowawayPostgres, startThrowawayReplica } = await fromBin('throwaway-postgres.mjs')
const programs: string | undefined = findPostgres()

describe.skipIf(!programs)(
  'the dashboard on a replica (skipped where no PostgreSQL server is installed)',
  () => {
    const name = 'replicated'
    let primary: Server
    let replica: Server
    let product: RunningProduct
    let owner: TestBrowser

    beforeAll(async () => {
      primary = await startThrowawayPostgres(programs)
      await onServer(primary.url, `create database ${name}`)
      replica = await startThrowawayReplica(programs, primary.url)
      product = await runProduct({
        databaseUrl: databaseAt(primary.url, name),
        environment: {
          DATABASE_READ_URL: databaseAt(replica.url, name),
          DATABASE_READ_MAX_LAG_SECONDS: '120',
        },
      })
      owner = await product.owner()
    })
    afterAll(async () => {
      await product?.end()
      await replica?.stop()
      await primary?.stop()
    })

    /** The summary, and where it was read. */
    async function look(browser: TestBrowser) {
      const answer = await browser.get('/api/analytics/summary?range=all')
      expect(answer.status, answer.text).toBe(200)
      return { ...readOf(answer), leads: Number(answer.body.leads) }
    }
    const readOf = ({ headers }: Answer) => ({
      from: headers.get('x-read-from'),
      age: Number(headers.get('x-read-age') ?? 0),
    })
    const readsFrom = (from: 'replica' | 'primary', browser = owner) =>
      waitFor(`it is read from the ${from}`, async () => (await look(browser)).from === from, 60_000)
    const stateOf = async () => (await owner.get('/api/status')).body.connections.replica
    const capture = async (person: string) => {
      const lead = { name: person, email: `${person}@example.com`, phone: '202-555-0143', page: '/meme' }
      expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
    }
    const setDelay = async (delay: string) => {
      await onServer(replica.url, `alter system set recovery_min_apply_delay = '${delay}'`)
      await onServer(replica.url, 'select pg_reload_conf()')
    }

    test('is read from it, sees everything after a moment, and what the owner changed at once', async () => {
      await readsFrom('replica')
      await capture('ada')
      await waitFor('the lead is there', async () => (await look(owner)).leads === 1)
      await readsFrom('replica')
      expect(await stateOf()).toMatchObject({ state: 'following', maxAgeSeconds: 120 })
      const metrics = (await owner.get('/metrics')).text
      expect(metrics).toMatch(/^leadline_replica_read 1$/m)
      expect(metrics).toMatch(/^leadline_replica_state\{state="following"\} 1$/m)

      await setDelay('30s')
      const leadId = await product.leadIdOf('ada@example.com')
      const tags = `/api/leads/${leadId}/tags`
      const tagged = await owner.post(tags, { tagName: 'Given by hand' })
      expect(tagged.status, tagged.text).toBe(200)
      const own = await owner.get(tags)
      expect(own.body.map(({ tagName }: { tagName: string }) => tagName)).toContain('Given by hand')
      expect(readOf(own).from).toBe('primary')
      // Another device sees what the replica has, and how old that is.
      const device = await product.owner()
      await waitFor(
        'the answer says that it is old',
        async () => {
          const { from, age } = await look(device)
          return from === 'replica' && isVisiblyOld(age * 1000)
        },
        60_000,
      )
      // The table of ads and what its numbers open come from one place.
      const { personId } = (await device.get(`/api/leads/${leadId}`)).body
      const ads = [
        'ads?range=all',
        'ads/people?range=all',
        'ads/visitors?range=all',
        `ads/credit/${personId}`,
      ]
      for (const path of ads) {
        const answer = await device.get(`/api/${path}`)
        expect([path, answer.status, readOf(answer).from]).toEqual([path, 200, 'replica'])
      }
    })

    test('thirty seconds behind, stopped and built anew: no error, and no number goes back without its age', async () => {
      await setDelay('30s')
      const device = await product.owner()
      let stop = false
      let before = 0
      const unsaid: string[] = []
      const places = new Set<string>()
      const watching = (async () => {
        while (!stop) {
          const { leads, from, age } = await look(device)
          places.add(`${from}`)
          if (leads < before && !(from === 'replica' && isVisiblyOld(age * 1000)))
            unsaid.push(`${before} became ${leads}, read from the ${from}, ${age} s old`)
          before = leads
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      })()
      const people = ['ben', 'cleo', 'dan', 'eve']
      for (const person of people) await capture(person)
      await waitFor('it is told to be behind', async () => ((await stateOf()).ageSeconds ?? 0) > 5, 60_000)

      const port = Number(new URL(replica.url).port)
      await replica.stop()
      await readsFrom('primary', device)
      expect((await look(device)).leads).toBe(5)
      await waitFor('it is told to be gone', async () => (await stateOf()).state === 'gone')
      await capture('fred')

      replica = await startThrowawayReplica(programs, primary.url, {}, port)
      await readsFrom('replica', device)
      await waitFor('all are there', async () => (await look(device)).leads === 6)
      await waitFor('it was watched at the replica', () => places.has('replica'))
      stop = true
      await watching
      expect(unsaid).toEqual([])
      expect([...places].sort()).toEqual(['primary', 'replica'])
    }, 300_000)

    test('what the replica breaks off, because it replays a lock, is asked of the primary', async () => {
      await readsFrom('replica')
      await onServer(replica.url, `alter system set max_standby_streaming_delay = '100ms'`)
      await onServer(replica.url, 'select pg_reload_conf()')
      const open = (server: Server) =>
        openDatabase({
          connection: { connectionString: databaseAt(server.url, name) },
          maxConnections: 4,
          statementTimeoutMs: 60_000,
          onLostConnection: () => {},
        })
      const [written, copied] = [open(primary), open(replica)]
      const watch = await watchReplica({
        ...{ primary: written.database, replica: copied.database, maxLagMs: 120_000, onProblem: () => {} },
      })
      const reads = readingDatabase({
        ...{ primary: written.database, primaryPool: written.pool, replicaPool: copied.pool, watch },
      })
      const reading = { from: 'replica' as const, hasRead: false }
      try {
        await waitFor('it may be read', () => watch.isReadable())
        // At the replica it would take ten minutes.
        const answer = readingNow.run(reading, () =>
          sql<{ leads: number; waited: unknown }>`select count(*) as leads,
          case when pg_is_in_recovery() then pg_sleep(600) end as waited from leads`.execute(reads),
        )
        await waitFor('it is being read', async () => {
          const { rowCount } = await copied.pool.query(
            `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
          )
          return rowCount === 1
        })
        await onServer(
          databaseAt(primary.url, name),
          'begin; lock table leads in access exclusive mode; commit',
        )
        expect((await answer).rows).toEqual([{ leads: 6, waited: null }])
        expect(reading).toEqual({ from: 'primary', hasRead: true })
      } finally {
        await watch.stop()
        await copied.close()
        await written.close()
      }
    })

    test('which is too far behind, or of another database, is not read', async () => {
      const open = (url: string) =>
        openDatabase({
          connection: { connectionString: url },
          maxConnections: 2,
          statementTimeoutMs: 10_000,
          onLostConnection: () => {},
        })
      const [written, copied] = [open(databaseAt(primary.url, name)), open(databaseAt(replica.url, name))]
      const another = open(databaseAt(replica.url, 'postgres'))
      const watching = (database: typeof copied.database) =>
        watchReplica({
          ...{ primary: written.database, replica: database, maxLagMs: 4000, onProblem: () => {} },
          lookEveryMs: 200,
        })
      const watches = [await watching(copied.database), await watching(another.database)]
      const [watch, stranger] = watches
      try {
        expect(stranger?.state()).toBe('other')
        expect(stranger?.isReadable()).toBe(false)
        await waitFor('it follows', () => watch?.state() === 'following', 60_000)
        let left = 0
        watch?.onUnreadable(() => {
          left += 1
        })
        await setDelay('30s')
        await capture('gil')
        await waitFor('it is too far behind', () => watch?.state() === 'behind', 60_000)
        expect(watch?.isReadable()).toBe(false)
        expect(watch?.ageMs()).toBeGreaterThan(4000)
        expect(left).toBeGreaterThan(0)
        await setDelay('0')
        await waitFor('it follows again', () => watch?.state() === 'following', 60_000)
        expect(watch?.isReadable()).toBe(true)
      } finally {
        for (const one of watches) await one.stop()
        for (const one of [written, copied, another]) await one.close()
      }
    })

    test('one that became a primary itself is not read any more', async () => {
      await readsFrom('replica')
      await onServer(replica.url, 'select pg_promote()')
      await waitFor('it is told', async () => (await stateOf()).state === 'promoted', 60_000)
      expect((await look(owner)).from).toBe('primary')
    })
  },
)
