import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { query, start, temporaryFolder } from '#support/engine.ts'
import { EngineProblem } from './engine-problem.ts'
import { cacheMegabytes } from './settings.ts'
import { startEngine } from './start-engine.ts'

test('the first start creates a PostgreSQL 18 in UTF-8 that only knows its password', async () => {
  const dataDir = temporaryFolder()
  const engine = await start(dataDir)

  const [row] = await query(
    engine,
    `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
            lower('ÄÖ') as lower, array(select unnest(array['b', 'Z', 'a']) order by 1) as sorted,
            pg_size_bytes(current_setting('shared_buffers')) / 1048576 as cache`,
  )
  const { cache, ...rest } = row ?? {}
  expect(rest).toEqual({ encoding: 'UTF8', fsync: 'on', lower: 'äö', sorted: ['Z', 'a', 'b'] })
  expect(Number(cache)).toBe(cacheMegabytes(Math.min(process.constrainedMemory() || Infinity, totalmem())))
  expect(engine.version).toMatch(/^18\./)
  await expect(
    query({ connection: { ...engine.connection, password: 'guess' } }, 'select 1'),
  ).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
})

test('a sixteenth of the memory keeps tables and indexes at hand, within bounds', () => {
  expect([0.5, 1, 2, 4, 8, 64].map((gigabytes) => cacheMegabytes(gigabytes * 2 ** 30))).toEqual([
    64, 64, 128, 256, 512, 512,
  ])
})

test('the second start finds what the first one stored', async () => {
  const dataDir = temporaryFolder()
  const first = await start(dataDir)
  await query(first, 'create table kept as select 42 as answer')
  await first.stop()

  const second = await start(dataDir)
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a stop leaves neither lock nor process-id file nor socket, and can be asked for twice', async () => {
  const dataDir = temporaryFolder()
  const engine = await start(dataDir)
  await Promise.all([engine.stop(), engine.stop()])
  const traces = ['postgres.lock', 'postgres/postmaster.pid', 'socket/.s.PGSQL.5432']
  expect(traces.filter((trace) => existsSync(join(dataDir, trace)))).toEqual([])
})

test('a second start on a folder in use is refused with its name and the other process id', async () => {
  const dataDir = temporaryFolder()
  await start(dataDir)
  const attempt = startEngine({ dataDir, say: () => {} })
  await expect(attempt).rejects.toBeInstanceOf(EngineProblem)
  await expect(attempt).rejects.toThrow(
    `The data folder ${dataDir} is already in use by process ${process.pid}: stop that one first, or set DATA_DIR to another folder.`,
  )
})

test('a lock and a process-id file whose number now belongs to another program do not stop the start', async () => {
  const dataDir = temporaryFolder()
  const engine = await start(dataDir)
  const lock = JSON.parse(readFileSync(join(dataDir, 'postgres.lock'), 'utf8'))
  const pidFile = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  await engine.stop()
  // The parent of this process lives, but is neither our application nor PostgreSQL.
  writeFileSync(join(dataDir, 'postgres.lock'), JSON.stringify({ ...lock, pid: process.ppid }))
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)))

  const again = await start(dataDir)
  expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('whoever looks around in the folder of a database that ended badly is left alone by the next start', async () => {
  const dataDir = temporaryFolder()
  const engine = await start(dataDir)
  const pidFile = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  await engine.stop()
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), pidFile)
  const shell = spawn('sleep', ['600'], { cwd: join(dataDir, 'postgres'), stdio: 'ignore' })
  const ended = new Promise((resolve) => shell.once('exit', resolve))
  onTestFinished(async () => {
    shell.kill()
    await ended
  })

  const said: string[] = []
  const again = await start(dataDir, said)
  expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(said.filter((line) => line.includes('earlier run'))).toEqual([])
  expect(shell.kill(0)).toBe(true)
})

test('what a half-finished first start left behind is cleared away', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres.new-dead', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new-dead', 'PG_VERSION'), '18\n')
  await start(dataDir)
  expect(existsSync(join(dataDir, 'postgres.new-dead'))).toBe(false)
})

test('a lost password file is made anew and the data is still there', async () => {
  const dataDir = temporaryFolder()
  const first = await start(dataDir)
  await query(first, 'create table kept as select 1 as answer')
  await first.stop()
  writeFileSync(join(dataDir, 'postgres-password'), '')

  const second = await start(dataDir)
  expect(second.connection.password).not.toBe(first.connection.password)
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 1 }])
})

test('refused statements and the values in them stay out of the log', async () => {
  const dataDir = temporaryFolder()
  const engine = await start(dataDir)
  await query(engine, 'create table people (email text primary key)')
  await query(engine, "insert into people values ('jane@example.com')")
  await expect(query(engine, "insert into people values ('jane@example.com')")).rejects.toThrow(/duplicate/)
  await expect(query(engine, "select 'jane@example.com'::int")).rejects.toThrow(/invalid input/)
  await engine.stop()

  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('database system is ready')
  expect(log).not.toContain('jane')
})

test('the product’s role owns the database and may do nothing beside that, also where a folder is from before', async () => {
  const dataDir = temporaryFolder()
  const first = await start(dataDir)
  // As an earlier version left it, or as a restored backup does: all belongs to the role that may do everything.
  await query(
    { connection: first.upkeep },
    `
    create schema earlier;
    create table earlier.kept (id integer generated always as identity primary key, day date) ;
    create table earlier.months (at date not null) partition by range (at);
    create table earlier.months_2031 partition of earlier.months for values from ('2031-01-01') to ('2032-01-01');
    create type earlier.mood as enum ('good', 'bad');
    create view earlier.seen as select id from earlier.kept;
    create function earlier.one() returns integer language sql as 'select 1';
    create extension if not exists pg_trgm;
    insert into earlier.kept (day) values ('2031-01-01')`,
  )
  await first.stop()

  const engine = await start(dataDir)
  const [who] = await query(
    engine,
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty,
       (select count(*)::integer from pg_class join pg_namespace space on space.oid = relnamespace
         where nspname = 'earlier' and relowner <> pg_roles.oid) as foreign_tables
     from pg_roles where rolname = current_user`,
  )
  expect(who).toEqual({ mighty: false, foreign_tables: 0 })
  await query(
    engine,
    `alter table earlier.kept add column note text; insert into earlier.kept (day) values (now());
     alter type earlier.mood add value 'odd'; drop view earlier.seen; drop function earlier.one();
     drop table earlier.months_2031; create table later (id integer); create schema own`,
  )
  expect(await query(engine, 'select id from earlier.kept order by id')).toEqual([{ id: 1 }, { id: 2 }])
  for (const statement of [
    "copy (select 1) to program 'id'",
    "select pg_read_file('postgresql.conf')",
    'create role another',
    'create database another',
    "alter system set fsync = 'off'",
  ])
    await expect(query(engine, statement), statement).rejects.toThrow(/permission denied|must be|superuser/)
})
