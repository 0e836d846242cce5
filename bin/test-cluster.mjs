// npm run test:cluster: failovers of a whole cluster under load; one of each kind, with `-- --full` twenty.
import { runSteps } from './run-steps.mjs'
import { tiers } from './tiers.mjs'
import { runVitest } from './vitest-run.mjs'

const full = process.argv.includes('--full') ? { CLUSTER_ROUNDS: '20' } : {}

await runSteps([
  ['failover in a cluster', () => runVitest(tiers['test:long'].cluster, [], full, { onDisk: true })],
])
