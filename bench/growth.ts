import { existsSync, readFileSync } from 'node:fs'
import { type Costs, type Measured, type Setting, standingAt, stepsAt } from './growth.part.ts'

/*
 * On paper: from what was measured at two sizes, how tables, processors and questions grow up to a billion page views at some
 * rates a day, and from which size on which step is due. It measures nothing: `npm run bench year` writes what it measured
 * into a file (`npm run bench growth figures.json 20000 500000` takes another file and other rates a day).
 */
const [FILE = new URL('./growth-figures.json', import.meta.url).pathname, ...rates] = process.argv.slice(2)
const RATES = rates.length > 0 ? rates.map(Number) : [3000, 30_000, 300_000, 3_000_000, 30_000_000]
const SIZES = [6, 7, 8].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).concat(1e9)
const GB = 1e9
const SETTING: Setting = {
  peak: 5,
  processors: 2,
  memoryBytes: 4 * GB,
  largest: { processors: 64, memoryBytes: 512 * GB, diskBytes: 8000 * GB },
  keptMonths: 14,
  connections: { perProcess: 20, atMost: 90 },
}

// `npm run bench processor`, two calls a page view.
const costs: Costs = { server: 212, engine: 134, counting: 80 }

if (!existsSync(FILE)) {
  console.error(`There are no figures at ${FILE}: npm run bench year writes them into its folder.`)
  process.exit(2)
}
const measured: [Measured, Measured] = JSON.parse(readFileSync(FILE, 'utf8'))
const count = (number: number) => number.toLocaleString('en-US')
const gb = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`.padStart(11)

console.log(
  `Measured at ${count(measured[0].pageViews)} and ${count(measured[1].pageViews)} page views; all beyond that is reckoned, not measured.`,
)
console.log(
  `Begun on ${SETTING.processors} processors and ${gb(SETTING.memoryBytes).trim()} of memory; the busiest second has ${SETTING.peak} times the average; ${SETTING.keptMonths} months of page views are kept.`,
)
for (const perDay of RATES) {
  console.log(`\n${count(perDay)} page views a day\n`)
  console.log('  page views         disk   every day   server  database   slowest question (median)')
  for (const total of SIZES) {
    const at = standingAt(measured, costs, SETTING, { total, perDay })
    console.log(
      [
        count(total).padStart(13),
        gb(at.bytes),
        gb(at.hotBytes),
        at.serverProcessors.toFixed(2).padStart(8),
        at.engineProcessors.toFixed(2).padStart(9),
        `${at.slowest.ms.toFixed(0).padStart(6)} ms ${at.slowest.name}`,
      ].join(' '),
    )
  }
  console.log()
  for (const { step, from, why } of stepsAt(measured, costs, SETTING, { sizes: SIZES, perDay }))
    console.log(
      `  ${step.padEnd(20)} ${from === null ? 'not up to a billion' : `from ${count(from)} page views on: ${why}`}`,
    )
}
