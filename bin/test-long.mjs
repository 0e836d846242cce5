// npm run test:long: the tests that take their time, and those of the database again on a second PostgreSQL.
import { embeddedPostgres, findPostgres } from './find-postgres.mjs'
import { runSteps } from './run-steps.mjs'
import { startThrowawayPostgres } from './throwaway-postgres.mjs'
import { runVitest } from './vitest-run.mjs'

const embedded = { TEST_DATABASE_URL: '' }
const full = process.argv.includes('--full') ? { KILL_ROUNDS: '30' } : {}

await runSteps([
  ['database tests again, second PostgreSQL', onServer],
  ['load and waits', () => runVitest(['--project', 'load', '--maxWorkers=2'], embedded)],
  ['vendor outages', () => runVitest(['--project', 'outages', '--maxWorkers=3'], embedded)],
  ['kills and database outages', () => runVitest(['--project', 'durability'], { ...embedded, ...full })],
])

/** On the server of TEST_DATABASE_URL, else on one that is started for it: of this machine, or the one that comes along. */
async function onServer() {
  const words = ['--project', 'api', '--maxWorkers=3']
  const given = process.env.TEST_DATABASE_URL
  if (given) return runVitest(words, { TEST_DATABASE_URL: given })
  const server = await startThrowawayPostgres(findPostgres() ?? embeddedPostgres())
  try {
    return await runVitest(words, { TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}
