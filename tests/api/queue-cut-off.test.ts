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
