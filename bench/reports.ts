import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RangeName, rangeLabels } from '#contract/range.ts'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import { startProduct } from '#server/start-product.ts'
import { fillInstallation } from './fill-installation.part.ts'

/*
 * How long the dashboard's answers take at 50 thousand and at 5 million page views over the same 90 days. Both
 * installations run side by side and are asked in turn, because the machine's speed drifts.
 * `npm run bench reports 1000000` takes another large size.
 */
const SMALL = 50_000
const LARGE = Number(process.argv[2] ?? 5_000_000)
const DAYS = 90
const ROUNDS = 40
const PASSWORD = 'benchmark password'

const ranges = (Object.keys(rangeLabels) as RangeName[]).filter((range) => range !== 'custom')
const questions: [string, string][] = [
  ...ranges.map((range): [string, string] => [`summary ${range}`, `/api/analytics/summary?range=${range}`]),
  ['visitors page, this week', '/api/visitors?range=this-week'],
  ['visitors page, last month', '/api/visitors?range=last-month'],
  ['visitors page, all', '/api/visitors?range=all'],
  ['leads page, this week', '/api/customers?include=records&range=this-week'],
  ['leads page, last month', '/api/customers?include=records&range=last-month'],
  ['leads page, all', '/api/customers?include=records&range=all'],
]

const small = await prepare(SMALL)
const large = await prepare(LARGE)
console.log(
  `\n${'question'.padEnd(28)} ${sized(SMALL)} p50    p95 ms  ${sized(LARGE)} p50    p95 ms   ratio of p50`,
)
for (const [name, path] of questions) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS + 3; round += 1)
    for (const [index, installation] of [small, large].entries()) {
      const ms = await installation.ask(path)
      // The first rounds warm caches and connections.
      if (round >= 3) times[index]?.push(ms)
    }
  const [a, b] = times.map((list) => list.sort((one, other) => one - other))
  console.log(
    `${name.padEnd(28)} ${at(a, 0.5)} ${at(a, 0.95)} ${at(b, 0.5)} ${at(b, 0.95)} ${(pick(b, 0.5) / pick(a, 0.5)).toFixed(2).padStart(10)}`,
  )
}
await small.end()
await large.end()

async function prepare(pageViews: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-reports-'))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', OWNER_PASSWORD: PASSWORD })
  const started = Date.now()
  const installation = await openInstallation(config, () => {})
  await fillInstallation(installation.database, { pageViews, days: DAYS })
  await installation.close()
  console.log(
    `${sized(pageViews).trim()} page views prepared in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  const product = await startProduct(config, { say: () => {} })
  const signedIn = await fetch(`${product.url}/api/analytics/verify-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    async ask(path: string): Promise<number> {
      const begun = performance.now()
      const answer = await fetch(product.url + path, { headers: { cookie } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return performance.now() - begun
    },
    async end() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function sized(count: number): string {
  return (count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`).padStart(8)
}

function pick(sorted: number[] | undefined, share: number): number {
  return sorted?.[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function at(sorted: number[] | undefined, share: number): string {
  return pick(sorted, share).toFixed(1).padStart(11)
}
