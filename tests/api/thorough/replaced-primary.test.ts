// A sample of it is in src/server/platform/takes-writes.test.ts.
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { goodBodies } from '#support/public-writes.ts'
import { runProduct } from '#support/running-product.ts'

test('while the database takes no writes each public write is to come back later, and then all go on by themselves', async () => {
  const product = await runProduct()
  onTestFinished(() => product.end())
  const name = new URL(product.databaseUrl).pathname.slice(1)
  const browser = product.browser()
  expect((await browser.post('/api/visitors/track', { path: '/meme' })).status).toBe(200)
  await product.query(`alter database ${name} set default_transaction_read_only = on`)
  await product.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  for (const [path, body] of Object.entries(goodBodies))
    for (const time of ['first', 'second']) {
      const { status, headers, body: answer } = await browser.post(path, body)
      expect({ path, time, status, answer }).toEqual({
        path,
        time,
        status: 503,
        answer: { error: expect.any(String) },
      })
      expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0)
    }
  await product.query(
    `begin; set transaction read write; alter database ${name} reset default_transaction_read_only; commit`,
  )
  for (const [path, body] of Object.entries(goodBodies))
    await waitFor(`${path} works again`, async () => (await browser.post(path, body)).status === 200)
  const [kept] = await product.query('select count(*)::integer as captures from lead_captures')
  expect(kept?.captures).toBe(1)
})
