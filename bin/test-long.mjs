// npm run test:long: the tests that take their time, and those of the database again on a second PostgreSQL.
import { bringChromium, installChromium } from './bring-chromium.mjs'
import { embeddedPostgres, findPostgres } from './find-postgres.mjs'
import { runSteps } from './run-steps.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'
import { findPgbouncer, startThrowawayPgbouncer } from './throwaway-pgbouncer.mjs'
import { startThrowawayPostgres } from './throwaway-postgres.mjs'
import { tiers } from './tiers.mjs'
import { atOnce, runVitest } from './vitest-run.mjs'

const { secondServer, thorough, load, outages, kills, deployment, cluster } = tiers['test:long']
const embedded = { TEST_DATABASE_URL: '' }
// Where `npm test` has taken all of a `describe`, nothing of it is left to take.
const words = [atOnce, '--passWithNoTests']
const isFull = process.argv.includes('--full')
const full = isFull ? { KILL_ROUNDS: '30', CLUSTER_ROUNDS: '20' } : {}

await runSteps([
  ['database tests again, second PostgreSQL, through PgBouncer', onServer],
  ['what is looked at more thoroughly', thoroughly],
  ['load and waits', () => runVitest(load, ['--maxWorkers=2'], embedded)],
  // They wait much: side by side they take three quarters of the time.
  [
    ['kills and database outages', () => runVitest(kills, [], { ...embedded, ...full }, { onDisk: true })],
    [
      ['vendor outages', () => runVitest(outages, ['--maxWorkers=2'], embedded)],
      ['images and proxies', () => runVitest(deployment, ['--maxWorkers=1'], embedded, { onDisk: true })],
      ['failover in a cluster', () => runVitest(cluster, [], full, { onDisk: true })],
    ],
  ],
])

async function thoroughly() {
  installChromium()
  // The step before has looked at what is thorough of the API, on the second server.
  const projects = isFull ? ['api-thorough', ...thorough] : thorough
  return runVitest(projects, words, { ...embedded, CHROMIUM: await bringChromium() })
}

/**
 * On the server of TEST_DATABASE_URL, else on one that is started for it: of this machine, or the one that comes along. The
 * product reaches that one through PgBouncer where it is installed.
 */
async function onServer() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return runVitest(secondServer, words, { TEST_DATABASE_URL: given })
  const temporary = makeTemporaryFolder()
  const opened = [temporary.remove]
  try {
    const server = await startThrowawayPostgres(findPostgres() ?? embeddedPostgres(), temporary.path)
    opened.push(server.stop)
    const bouncer = findPgbouncer()
    if (!bouncer) console.log('PgBouncer is not installed: the product connects directly, as in npm test.')
    const pooler = bouncer ? await startThrowawayPgbouncer(bouncer, server.url) : undefined
    if (pooler) opened.push(pooler.stop)
    return await runVitest(secondServer, words, {
      TEST_DATABASE_URL: server.url,
      TEST_DATABASE_POOLER_URL: pooler?.url ?? '',
    })
  } finally {
    for (const close of opened.reverse()) await close()
  }
}
