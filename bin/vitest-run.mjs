import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { root, runTool } from './run.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/**
 * How many test files run at once: one more than there are processors, for those that wait. With more of them each waits for
 * the others, looks for what it waits for more often, and all together take longer.
 */
export const atOnce = `--maxWorkers=${availableParallelism() + 1}`

/**
 * Runs projects of Vitest with its ordinary output and returns the counts and the failures of its JSON report. A run that fails
 * without a failed test (a file that does not load, an error outside of tests), or that finds no test, counts as one failure.
 * What the tests keep for a while is in memory where it can be, unless they are to be `onDisk`.
 */
export async function runVitest(projects, words, environment = {}, { onDisk = false } = {}) {
  const temporary = makeTemporaryFolder(onDisk)
  const report = join(temporary.path, 'report.json')
  const chosen = projects.flatMap((name) => ['--project', name])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const code = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...chosen, ...words], {
      TMPDIR: temporary.path,
      ...environment,
    })
    const counted = existsSync(report)
      ? countsOf(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: 0, skipped: 0, failures: [] }
    const isEmpty = counted.passed + counted.failed + counted.skipped === 0
    if ((code !== 0 || isEmpty) && counted.failed === 0) counted.failed = 1
    return counted
  } finally {
    temporary.remove()
  }
}

function countsOf({ numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, testResults }) {
  const unloadable = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
  })
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloadable.length,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(failuresOf),
  }
}

/** One line for each failed test, or for a file that did not load: where it is, what was wrong, and what was waited for. */
function failuresOf({ name, message, status, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${reasonOf(message)}`] : []
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${reasonOf(failureMessages[0])}`,
  )
}

/** The first line of a failure; where a browser waited in vain, also for what, and what stood in its way at last. */
function reasonOf(text = '') {
  const [words, log = ''] = text.trim().split('Call log:')
  const steps = log
    .split('\n')
    .flatMap((line) => line.match(/^\s*- (?!retrying|waiting \d|at )(.*)/)?.[1] ?? [])
  const told = new Set([words.split('\n')[0], steps[0], steps.at(-1)])
  return [...told].flatMap((line) => line?.trim().slice(0, 300) || []).join(' · ')
}
