// npm test: installs and builds what is missing, then checks everything; no step is left out after a failure.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from './find-postgres.mjs'
import { prepare } from './prepare.mjs'
import { root, runTool } from './run.mjs'
import { startThrowawayPostgres } from './throwaway-postgres.mjs'
import { runVitest } from './vitest-run.mjs'

const NO_POSTGRES =
  'No PostgreSQL server (15 or later) is on this machine: install one (Debian: apt-get install postgresql) or set TEST_DATABASE_URL.'
const NO_CHROMIUM =
  'Chromium is not on this machine: install it (Debian: apt-get install chromium) or set CHROMIUM to it.'

// Most tests wait for a pause, a vendor or a disk: more of them than processors run side by side.
const AT_ONCE = '--maxWorkers=3'

const steps = [
  ['format and lint (biome)', () => check('@biomejs/biome/bin/biome', ['check', '.'])],
  ['types (tsc)', () => check('typescript/bin/tsc', ['-b'])],
  ['unused code (knip)', () => check('knip/bin/knip.js', [])],
  [
    'unit and API tests, embedded PostgreSQL',
    () => runVitest(['--project', 'unit', '--project', 'engine', AT_ONCE], { TEST_DATABASE_URL: '' }),
  ],
  ['vendor outages', () => runVitest(['--project', 'outages', AT_ONCE], { TEST_DATABASE_URL: '' })],
  ['kills and database outages', () => runVitest(['--project', 'durability'], { TEST_DATABASE_URL: '' })],
  ['database tests again, PostgreSQL server', onServer],
  ['browser tests (Chromium)', inChromium],
]

const results = []
const total = { passed: 0, failed: 0, skipped: 0 }
try {
  await prepare({ withTools: true })
  for (const [name, step] of steps) await runStep(name, step)
} catch (problem) {
  console.error(problem.message)
  total.failed += 1
}

console.log('')
for (const { name, counts } of results)
  for (const failure of counts.failures ?? []) console.log(`FAILED  ${name}: ${failure}`)
for (const { name, seconds, counts } of results) {
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok'
  console.log(
    `${verdict.padEnd(7)} ${name.padEnd(45)} ${seconds.toFixed(1).padStart(7)} s   ${inWords(counts)}`,
  )
}
console.log('')
console.log(inWords(total))
process.exitCode = total.failed > 0 ? 1 : 0

async function runStep(name, step) {
  console.log(`\n── ${name}`)
  const begun = performance.now()
  let counts
  try {
    counts = await step()
  } catch (problem) {
    console.error(problem.message)
    counts = { passed: 0, failed: 1, skipped: 0 }
  }
  results.push({ name, seconds: (performance.now() - begun) / 1000, counts })
  for (const key of Object.keys(total)) total[key] += counts[key]
}

/** A check is not a test: it adds nothing when it is clean, and one failure when it is not. */
async function check(tool, words) {
  const code = await runTool(tool, words)
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function onServer() {
  // Only what talks to a database is worth a second run.
  const words = ['--project', 'unit', AT_ONCE, 'src/server', 'tests/api']
  const given = process.env.TEST_DATABASE_URL
  if (given) return runVitest(words, { TEST_DATABASE_URL: given })
  const programs = findPostgres()
  if (!programs) throw new Error(NO_POSTGRES)
  const server = await startThrowawayPostgres(programs)
  try {
    return await runVitest(words, { TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

function inChromium() {
  if (!existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) throw new Error(NO_CHROMIUM)
  if (!existsSync(join(root, 'tests/browser'))) throw new Error('tests/browser is missing.')
  return runVitest(['--project', 'browser', '--maxWorkers=2'], { TEST_DATABASE_URL: '' })
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
