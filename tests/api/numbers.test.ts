import { expect, onTestFinished, test, vi } from 'vitest'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { steps } from '#support/reference-model/count-overview.ts'
import { expectNumbers, expectSummary } from '#support/reference-model/expect-numbers.ts'
import { expectPreview } from '#support/reference-model/expect-preview.ts'
import { counted } from '#support/reference-model/happened.ts'
import { mixedRun } from '#support/reference-model/mixed-run.ts'
import { queriesOfTurn, TURNS } from '#support/reference-model/questions.ts'
import { rollupsOf } from '#support/rollups-of.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { pick, seededRandom } from '#support/seeded-random.ts'
import { shareOf } from '#support/share-of.ts'
import { breakRollup, holdRollup } from '#support/trouble-rollup.ts'

vi.setConfig({ testTimeout: 240_000 })

const HOUR = 3_600_000
// The nights around which clocks change in the ten timezones, and month ends; 2026.
const nights = ['03-07T20', '03-28T20', '04-04T12', '10-03T12', '10-24T20', '10-31T20'].map(
  (night) => new Date(`2026-${night}:00:00Z`),
)
const STEPS_PER_NIGHT = 50
const STEPS_PER_TURN = (STEPS_PER_NIGHT * nights.length) / TURNS

test.each(
  shareOf([
    { seed: 9, half: 0, every: 4, name: 'every index used' },
    { seed: 9, half: 0, every: 1, name: 'every index used, every question' },
    { seed: 21, half: 1, every: 1, name: 'without pg_trgm, every question' },
  ] as const),
)('every number is what is counted by hand, seed $seed, $name', async ({ seed, half, every }) => {
  const random = seededRandom(seed)
  // Of its own: what happens is the same however much is asked.
  const questions = seededRandom(seed + 1)
  let now = new Date('2026-03-01T00:00:00Z')
  const product = await (half === 0 ? usingIndexes : withoutTrigrams)(() => now)
  const run = mixedRun(product, random, () => now)
  const asking = async () => ({
    owner: await run.owner.browser(),
    counts: counted(run.happened),
    now,
    random: questions,
  })
  let turn = 0
  const expectSome = async (some = 1) => {
    const queries = queriesOfTurn(now, turn).filter((_, index) => (index + turn) % every === 0)
    await expectNumbers(await asking(), queries.slice(0, Math.ceil(queries.length * some)), half)
    turn += 1
  }
  const later = (hours: number) => {
    now = new Date(now.getTime() + Math.floor(random() * hours * HOUR))
  }

  for (const night of nights) {
    now = night
    for (let step = 1; step <= STEPS_PER_NIGHT; step += 1) {
      // Some come close together, then nobody for hours.
      later(random() < 0.6 ? 0.2 : 3)
      await run.step()
      if (step % STEPS_PER_TURN === 0) await expectSome()
    }
  }
  expect(turn).toBe(TURNS)
  expect(counted(run.happened).views.length).toBeGreaterThan(60)
  expect(counted(run.happened).captures.length).toBeGreaterThan(30)
  const reached = new Set(counted(run.happened).captures.flatMap(({ lead }) => [...lead.steps]))
  expect(reached).toEqual(new Set(steps))
  expect(run.happened.captures.some(({ lead }) => lead.isErased)).toBe(true)

  // While another rollup takes long, what is counted at once goes on being told; the rest waits and is whole.
  const letGo = await holdRollup(product)
  for (let step = 0; step < 8; step += 1) {
    later(0.2)
    await run.visit()
  }
  const { owner } = await asking()
  let isWaiting = true
  const overview = owner.get('/api/analytics/overview?range=all').finally(() => (isWaiting = false))
  for (const query of queriesOfTurn(now, turn).slice(0, 6)) await expectSummary(await asking(), query)
  expect(isWaiting).toBe(true)
  await letGo()
  expect((await overview).status).toBe(200)
  await expectSome(0.3)

  // A rollup that breaks off half-way has counted nothing, and whoever reads meanwhile does not fail with it.
  const mend = await breakRollup(product)
  const isPending = async () => (await product.query('select from rollup_queue')).length > 0
  while (!(await isPending())) {
    later(0.2)
    await run.visit()
  }
  expect((await owner.get('/api/analytics/overview?range=all')).status).toBe(200)
  await mend()
  await expectSome(0.3)

  // What is switched off and on again is exactly what it was.
  const before = await rollupsOf(product, owner)
  const someone = pick(random, run.owner.visited())
  const switchAll = async () => {
    for (const [kind, value] of [
      ['ips', '8.8.8.1'],
      ['pages', '/meme'],
    ] as const) {
      await expectPreview(owner, run.happened, kind, value)
      await run.owner.toggle(kind, value)
    }
    await run.owner.mark(someone)
  }
  await switchAll()
  expect(await rollupsOf(product, owner)).not.toEqual(before)
  await expectSome(0.3)
  await switchAll()
  expect(await rollupsOf(product, owner)).toEqual(before)
  await expectHonestNumbers(product)
})

/** The product on a database that reads even its smallest tables by their indexes. */
async function usingIndexes(now: () => Date): Promise<RunningProduct> {
  const database = await freshDatabase()
  const url = new URL(database.url)
  url.searchParams.set('options', '-c enable_seqscan=off -c jit=off')
  const product = await runProduct({ ...withClock(now), databaseUrl: url.href })
  onTestFinished(async () => {
    await product.end()
    await database.drop()
  })
  return product
}

/** The product on a database without the extension that makes searching quick. */
async function withoutTrigrams(now: () => Date): Promise<RunningProduct> {
  const product = await runProduct(withClock(now))
  onTestFinished(() => product.end())
  await product.query('drop extension if exists pg_trgm cascade')
  return product
}

const withClock = (now: () => Date) => ({ clock: { now }, environment: { TRUST_PROXY: '1' } })
