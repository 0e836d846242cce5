import { expect, onTestFinished, test } from 'vitest'
import { runProduct } from '#support/running-product.ts'
import { startTcpProxy } from '#support/tcp-proxy.ts'

test('a process that has just started takes leads though the direct way to the database is cut', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const url = new URL(product.databaseUrl)
  const host = decodeURIComponent(url.hostname)
  // The embedded server of the tests listens on a socket, whose folder stands in the place of the host.
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${url.port}` }
    : { host, port: Number(url.port) }
  const wire = await startTcpProxy(() => target)
  onTestFinished(() => wire.stop())
  url.hostname = '127.0.0.1'
  url.port = String(wire.port)
  const environment = { DATABASE_DIRECT_URL: url.href }
  const started = await runProduct({ databaseUrl: product.databaseUrl, environment })
  onTestFinished(async () => {
    await wire.pass()
    await started.end()
  })
  await wire.refuse()
  const lead = { name: 'Ada', email: 'ada@example.com', phone: '(202) 555-0143', page: '/meme' }
  expect((await started.browser().post('/api/capture-lead', lead)).status).toBe(200)
})
