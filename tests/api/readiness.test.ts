import { expect, inject, onTestFinished } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { onServer } from '#support/on-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

async function run(): Promise<RunningProduct> {
  const product = await runProduct()
  onTestFinished(() => product.end())
  return product
}

const readiness = async (product: RunningProduct) => {
  const { status, body, headers } = await product.browser().get('/readyz')
  return { status, body, retryAfter: headers.get('retry-after') }
}

ordinaryTest('ready means that a row was written', async () => {
  const product = await run()
  const beats = async () => (await product.query('select max(beat_at) as at from processes'))[0]?.at
  const before = await waitFor('a first beat', beats)
  expect(await readiness(product)).toEqual({ status: 200, body: { status: 'ready' }, retryAfter: null })
  expect((await beats()).getTime()).toBeGreaterThan(before.getTime())
})

thoroughTest(
  'a database that reads and does not write is not ready, and the answer is a code and no more',
  async () => {
    const product = await run()
    const name = new URL(product.databaseUrl).pathname.slice(1)
    await product.query(`alter database ${name} set default_transaction_read_only = on`)
    await product.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const answer = await waitFor('its connections to be new', async () => {
      const found = await readiness(product)
      return found.status === 503 && found.body.error.includes('read-only') && found
    })
    expect(answer).toEqual({
      status: 503,
      body: { error: 'Not ready (database-read-only): the database takes no writes.' },
      retryAfter: '2',
    })
    expect((await product.browser().get('/healthz')).body).toEqual({ status: 'alive' })
  },
)

ordinaryTest(
  'a database that lets its user in no more is told as that, and calls may be tried again',
  async () => {
    const server = inject('databaseServerUrl')
    const { url, drop } = await emptyDatabase()
    const name = new URL(url).pathname.slice(1)
    await onServer(server, `create role ${name} login password 'of-a-test-alone'`)
    await onServer(server, `alter database ${name} owner to ${name}`)
    const own = new URL(url)
    own.username = name
    own.password = 'of-a-test-alone'
    // A pooler would have connections of its own.
    own.searchParams.set('options', '-c application_name=own')
    const product = await runProduct({ databaseUrl: own.href })
    onTestFinished(async () => {
      await product.end()
      await drop()
      await onServer(server, `drop role ${name}`)
    })
    const shut = async (to: 'nologin' | 'login') => {
      await onServer(server, `alter role ${name} ${to}`)
      await onServer(
        server,
        // One that is not gone yet would go on as before.
        `select pg_terminate_backend(pid, 60000) from pg_stat_activity where usename = '${name}'`,
      )
    }
    await shut('nologin')
    expect(await readiness(product)).toEqual({
      status: 503,
      body: { error: 'Not ready (database-refuses): the database does not let this user in any more.' },
      retryAfter: '2',
    })
    const lead = { name: 'Ada Kern', email: 'ada@example.com', phone: '202-555-0143', page: '/meme' }
    const capture = () => product.browser().post('/api/capture-lead', lead)
    expect((await capture()).status).toBe(503)
    await shut('login')
    await waitFor('it to go on', async () => (await capture()).status === 200)
  },
)

thoroughTest('a row that cannot be written in time is said within two seconds', async () => {
  const product = await run()
  const holder = await holdLocks(product.databaseUrl, 'lock table processes in access exclusive mode')
  expect(await readiness(product)).toEqual({
    status: 503,
    body: { error: 'Not ready (database-slow): the database does not answer in time.' },
    retryAfter: '2',
  })
  await holder.letGo()
  await waitFor('ready again', async () => (await readiness(product)).status === 200)
})

ordinaryTest('a process that stopped leaves no row behind', async () => {
  const product = await run()
  const second = await runProduct({ databaseUrl: product.databaseUrl })
  const rows = () => product.query('select id from processes')
  await waitFor('two rows', async () => (await rows()).length === 2)
  await second.end()
  expect(await rows()).toHaveLength(1)
})
