import { prepare } from './prepare.mjs'
import { runTool } from './run.mjs'

/**
 * Installs and builds what is missing, then takes every step, also after one that failed; a step returns its counts. Steps in
 * a list of their own are taken side by side, and those in a list within it one after the other.
 * Ends with one line for each failure and each step, and the totals; the exit code is 1 where anything failed.
 */
export async function runSteps(steps) {
  const results = []
  const total = { passed: 0, failed: 0, skipped: 0 }
  try {
    await prepare({ withTools: true })
    for (const entry of steps) {
      const lanes = await Promise.all(listOf(entry).map(runLane))
      for (const result of lanes.flat()) {
        results.push(result)
        for (const key of Object.keys(total)) total[key] += result.counts[key]
      }
    }
  } catch (problem) {
    console.error(problem.message)
    total.failed += 1
  }
  report(results, total)
  process.exitCode = total.failed > 0 ? 1 : 0
}

/** The steps that look at the code without running it: none of them changes anything, and one keeps a processor busy. */
export const checks = [
  ['format and lint (biome)', () => check('@biomejs/biome/bin/biome', ['check', '.'])],
  ['types (tsc)', () => check('typescript/bin/tsc', ['-b'])],
  ['unused code (knip)', () => check('knip/bin/knip.js', [])],
]

const listOf = (entry) => (Array.isArray(entry[0]) ? entry : [entry])

async function runLane(lane) {
  const results = []
  for (const [name, run] of listOf(lane)) results.push(await runStep(name, run))
  return results
}

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
  return { name, seconds: (performance.now() - begun) / 1000, counts }
}

/** A check is not a test: it adds nothing when it is clean, and one failure when it is not. */
async function check(tool, words) {
  const code = await runTool(tool, words)
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

function report(results, total) {
  console.log('')
  for (const { name, counts } of results)
    for (const failure of counts.failures ?? []) console.log(`FAILED  ${name}: ${failure}`)
  for (const { name, seconds, counts } of results) {
    const verdict = counts.failed > 0 ? 'FAILED' : 'ok'
    const time = `${seconds.toFixed(1).padStart(7)} s`
    console.log(`${verdict.padEnd(7)} ${name.padEnd(45)} ${time}   ${fillPlaceholders(counts)}`)
  }
  console.log(`\n${fillPlaceholders(total)}`)
}

function fillPlaceholders({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
