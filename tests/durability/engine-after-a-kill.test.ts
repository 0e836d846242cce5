import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { query, start, temporaryFolder } from '#support/engine.ts'
import {
  type EngineProcess,
  engineProcess,
  eventually,
  keeperOf,
  postgresProcesses,
} from '#support/engine-process.ts'

const ready = (application: EngineProcess) =>
  eventually(() => application.output().includes('ready at'), `ready, said: ${application.output()}`)

const postmasterOf = (dataDir: string) => {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : Number.NaN
}

const noneLeft = (dataDir: string) =>
  eventually(() => postgresProcesses(dataDir).length === 0, `no process left in ${dataDir}`)

test('killing the application also ends its database cleanly, and committed rows are kept', async () => {
  const dataDir = temporaryFolder()
  const application = engineProcess(dataDir)
  await ready(application)
  expect(postgresProcesses(dataDir).length).toBeGreaterThan(1)

  application.child.kill('SIGKILL')
  await noneLeft(dataDir)
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)

  const engine = await start(dataDir)
  expect(await query(engine, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a start right after a kill waits for the old database to end', async () => {
  const dataDir = temporaryFolder()
  const application = engineProcess(dataDir)
  await ready(application)
  application.child.kill('SIGKILL')
  await application.ended

  const engine = await start(dataDir)
  expect(await query(engine, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a killed keeper is replaced, so a later kill of the application still ends the database', async () => {
  const dataDir = temporaryFolder()
  const application = engineProcess(dataDir)
  await ready(application)
  const postmaster = postmasterOf(dataDir)
  const keeper = keeperOf(postmaster)
  if (!keeper) throw new Error('the database has no keeper')
  process.kill(keeper, 'SIGKILL')
  await eventually(() => ![undefined, keeper].includes(keeperOf(postmaster)), 'another keeper')

  application.child.kill('SIGKILL')
  await noneLeft(dataDir)
})

test('a database that lost application and keeper at once is taken over by the next start', async () => {
  const dataDir = temporaryFolder()
  const application = engineProcess(dataDir)
  await ready(application)
  const orphan = postmasterOf(dataDir)
  application.child.kill('SIGSTOP')
  process.kill(keeperOf(orphan) ?? 0, 'SIGKILL')
  application.child.kill('SIGKILL')
  await application.ended
  await pause(300)
  expect(postgresProcesses(dataDir)).toContain(orphan)

  const said: string[] = []
  const engine = await start(dataDir, said)
  expect(said).toEqual([`Waiting for the database of an earlier run (process ${orphan}) to end.`])
  expect(await query(engine, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a killed database comes back on the same address, and the connection pool with it', async () => {
  const dataDir = temporaryFolder()
  const said: string[] = []
  const engine = await start(dataDir, said)
  said.length = 0
  const pool = new pg.Pool({ ...engine.connection, max: 3 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  await pool.query('create table kept as select 7 as answer')

  for (const _time of [1, 2]) {
    const victim = postmasterOf(dataDir)
    process.kill(victim, 'SIGKILL')
    await eventually(
      () => postmasterOf(dataDir) > 0 && postmasterOf(dataDir) !== victim,
      'another main process',
    )
    let answer: unknown
    for (const deadline = Date.now() + 15_000; !answer && Date.now() < deadline; await pause(50)) {
      answer = await pool.query('select answer from kept').then(
        ({ rows }) => rows,
        () => undefined,
      )
    }
    expect(answer).toEqual([{ answer: 7 }])
  }
  expect(said).toContain('The database ended unexpectedly (SIGKILL); starting it again in 0.1 s.')
  expect(said).toContain('The database ended unexpectedly (SIGKILL); starting it again in 0.3 s.')
})

test('a kill in the middle of the first start leaves a folder that starts', async () => {
  const dataDir = temporaryFolder()
  const application = engineProcess(dataDir)
  await eventually(() => application.output().includes('Creating the database'), 'the first start')
  await pause(200)
  application.child.kill('SIGKILL')
  await application.ended
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

  const engine = await start(dataDir)
  expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two applications that start at once, one runs and the other names it', async () => {
  const dataDir = temporaryFolder()
  const both = [engineProcess(dataDir), engineProcess(dataDir)]
  await eventually(() => both.every(({ output }) => /ready at|already in use/.test(output())), 'two outcomes')
  const winner = both.find(({ output }) => output().includes('ready at'))
  const loser = both.find((each) => each !== winner)
  expect(loser?.output()).toBe(
    `EngineProblem: The data folder ${dataDir} is already in use by process ${winner?.child.pid}: stop that one first, or set DATA_DIR to another folder.\n`,
  )
})
