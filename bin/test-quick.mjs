// npm run test:quick: what a machine can say in half a minute, without database or browser.
import { checks, runSteps } from './run-steps.mjs'
import { tiers } from './tiers.mjs'
import { runVitest } from './vitest-run.mjs'

await runSteps([
  checks,
  ['unit tests', () => runVitest(tiers['test:quick'].units, ['--maxWorkers=2'], { TEST_DATABASE_URL: '' })],
])
