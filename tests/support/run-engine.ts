// An application of its own for the tests that kill one: starts the engine, stores a row, and stays.
import pg from 'pg'
import { startEngine } from '#server/platform/engine/start-engine.ts'

try {
  const engine = await startEngine({ dataDir: process.argv[2] ?? '', say: (line) => console.log(line) })
  const client = new pg.Client(engine.connection)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists kept (id serial)')
  await client.query('insert into kept default values')
  console.log(`ready at ${engine.connection.host}`)
  process.on('SIGTERM', () => void engine.stop().then(() => process.exit(0)))
} catch (problem) {
  console.log(problem instanceof Error ? `${problem.name}: ${problem.message}` : problem)
  process.exitCode = 1
}
