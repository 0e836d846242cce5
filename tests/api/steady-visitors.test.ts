import { expect, onTestFinished } from 'vitest'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { openForTest } from '#support/open-for-test.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

/** Lets new visitors come, one right after the other, while work is done. */
async function whileVisitorsCome(product: RunningProduct, work: () => Promise<void>): Promise<void> {
  let isOver = false
  const come = async () => {
    while (!isOver) {
      const visitor = product.browser()
      // On a busy machine one of them may be asked to come again.
      for (const path of ['/', '/meme', '/freetraining'])
        await visitor.post('/api/visitors/page-view', { path })
    }
  }
  const coming = Promise.all([come(), come(), come()])
  try {
    await Promise.race([work(), coming])
  } finally {
    isOver = true
    await coming
  }
}

ordinaryTest(
  'whoever reads while visitors keep coming waits for what had come, and not for what comes',
  async () => {
    const product = await runProduct()
    onTestFinished(() => product.end())
    const owner = await product.owner()
    await whileVisitorsCome(product, async () => {
      for (let read = 0; read < 10; read += 1) {
        const [stored] = await product.query(
          'select count(*)::integer as visitors from visitors where last_counted_at is not null',
        )
        const { status, body } = await owner.get('/api/analytics/overview?range=all')
        expect(status).toBe(200)
        expect(body.funnel[0].people).toBeGreaterThanOrEqual(stored?.visitors)
      }
    })
    await expectHonestNumbers(product)
  },
)

thoroughTest(
  'checking every number while visitors come and are counted finds nothing, and ends',
  async () => {
    const product = await runProduct()
    onTestFinished(() => product.end())
    const owner = await product.owner()
    const database = openForTest(product.databaseUrl)
    await whileVisitorsCome(product, async () => {
      for (let check = 0; check < 8; check += 1) {
        const [found] = await Promise.all([
          verifyReports(database),
          owner.get('/api/analytics/overview?range=all'),
        ])
        expect(found).toEqual([])
      }
    })
    await expectHonestNumbers(product)
  },
)

thoroughTest(
  'a timezone that a large installation is asked for is counted while visitors keep coming',
  async () => {
    const product = await runProduct()
    onTestFinished(() => product.end())
    const owner = await product.owner()
    await product.query(`insert into visitors (id, first_seen_at, last_seen_at)
    select gen_random_uuid(), now(), now() from generate_series(1, 2500)`)
    const readIn = async () =>
      (await owner.get('/api/analytics/summary?range=today&tz=Asia%2FTokyo')).headers.get('x-timezone')
    await whileVisitorsCome(product, async () => {
      expect(await readIn()).toBe('America/Los_Angeles')
      await expect.poll(readIn, { timeout: 60_000, interval: 500 }).toBe('Asia/Tokyo')
    })
    await expectHonestNumbers(product)
  },
)
