// A sample of it is in tests/api/readiness.test.ts.
import { expect, onTestFinished, test } from 'vitest'
import { runProduct } from '#support/running-product.ts'
import { startDatabaseWire } from '#support/tcp-proxy.ts'

test('a process that has just started takes leads though the direct way to the database is cut', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const { wire, url } = await startDatabaseWire(product.databaseUrl)
  onTestFinished(() => wire.stop())
  const environment = { DATABASE_DIRECT_URL: url }
  const started = await runProduct({ databaseUrl: product.databaseUrl, environment })
  onTestFinished(async () => {
    await wire.pass()
    await started.end()
  })
  await wire.refuse()
  const lead = { name: 'Ada', email: 'ada@example.com', phone: '(202) 555-0143', page: '/meme' }
  expect((await started.browser().post('/api/capture-lead', lead)).status).toBe(200)
})

test('a start gives each kind of job what this release means it to have, and leaves alone what has it', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const kinds = () =>
    product.query('select name, retry_limit, retry_delay_max, updated_on from jobs.queue order by name')
  const meant = await kinds()
  expect(meant).toContainEqual(expect.objectContaining({ name: 'place-call', retry_limit: 100 }))
  await product.query(
    `update jobs.queue set retry_limit = 3, retry_delay_max = 7, updated_on = 'epoch' where name = 'place-call'`,
  )
  const again = await runProduct({ databaseUrl: product.databaseUrl })
  onTestFinished(() => again.end())
  const changed = { name: 'place-call', updated_on: expect.any(Date) }
  expect(await kinds()).toEqual(
    meant.map((kind) => (kind.name === changed.name ? { ...kind, ...changed } : kind)),
  )
})
