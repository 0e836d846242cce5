import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run.mjs'

/**
 * Runs Vitest with its ordinary output and gives the counts of its JSON report. A run that fails without a failed
 * test (a file that does not load, an error outside of tests) counts as one failure.
 */
export async function runVitest(words, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-vitest-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const code = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...words], environment)
    const counted = existsSync(report)
      ? countsOf(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: 0, skipped: 0 }
    const isEmpty = counted.passed + counted.failed === 0
    if ((code !== 0 || isEmpty) && counted.failed === 0) counted.failed = 1
    return counted
  } finally {
    rmSync(folder, { recursive: true, force: true })
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
  }
}
