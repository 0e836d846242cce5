import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { nameBackup } from '#server/backup/name-backup.ts'
import { readConfig } from '#server/config.ts'
import { explainStart } from '#server/explain-start.ts'
import { startProduct } from '#server/start-product.ts'
import { waitFor } from '#support/eventually.ts'
import { freePort } from '#support/free-port.ts'
import { emptyDatabase, freshDatabase } from '#support/fresh-database.ts'
import { startProductProcess } from '#support/product-process.ts'
import { runCommand } from '#support/run-command.ts'
import { ownerPassword, productSecret, type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { createBrowser } from '#support/test-browser.ts'

const generated = { OWNER_PASSWORD: '' }
const say = () => {}
let first: RunningProduct
beforeAll(async () => {
  first = await runProduct({ environment: generated })
})
afterAll(() => first?.end())

const whyNot = (start: Promise<unknown>): Promise<unknown> => start.then(() => 'it started', explainStart)

ordinaryTest('a port in use is said before anything is made', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  const folder = mkdtempSync(join(tmpdir(), 'leadline-test-'))
  const dataDir = join(folder, 'data')
  try {
    const { port } = await new Promise<AddressInfo>((listening) =>
      busy.once('listening', () => listening(busy.address() as AddressInfo)),
    )
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(port) })
    expect(await whyNot(startProduct(config, { say }))).toBe(
      `Port ${port} is in use. Set PORT to another one.`,
    )
    expect(existsSync(dataDir)).toBe(false)
    const unknown = readConfig({ DATA_DIR: dataDir, PORT: String(port), HOST: 'nowhere.invalid' })
    expect(await whyNot(startProduct(unknown, { say }))).toMatch(
      /^HOST is not known here\. Set it to an address/,
    )
    const nowhere = readConfig({ DATA_DIR: dataDir, PORT: String(port), HOST: '192.0.2.1' })
    expect(await whyNot(startProduct(nowhere, { say }))).toMatch(/^HOST is not an address of this machine\./)
  } finally {
    busy.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

thoroughTest('whoever asks while the database is made hears that the server is starting', async () => {
  const port = await freePort()
  const asked: Promise<[string, number, string]>[] = []
  const opened: Promise<Response>[] = []
  const ask = async (path: string): Promise<[string, number, string]> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [path, answer.status, await answer.text()]
  }
  const lines: string[] = []
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const starting = runProduct({
    databaseUrl: database.url,
    environment: { PORT: String(port) },
    say(line) {
      lines.push(line)
      if (asked.length === 0 && line.startsWith('Database:'))
        asked.push(ask('/readyz'), ask('/healthz'), ask('/'))
      if (opened.length === 0 && line.startsWith('Database:'))
        opened.push(fetch(`http://127.0.0.1:${port}/meme`, { headers: { accept: 'text/html,*/*' } }))
    },
  })
  const product = await starting
  try {
    // Each step of a start waits for the one before, so these were answered while the schema was made.
    expect(await Promise.all(asked)).toEqual([
      ['/readyz', 503, '{"error":"The server is starting. Please try again in a moment."}'],
      ['/healthz', 200, '{"status":"alive"}'],
      ['/', 503, '{"error":"The server is starting. Please try again in a moment."}'],
    ])
    // A visitor's browser asks again by itself.
    const [page] = await Promise.all(opened)
    expect([page?.status, page?.headers.get('refresh'), page?.headers.get('cache-control')]).toEqual([
      503,
      '2',
      'no-store',
    ])
    expect(await page?.text()).toContain('<h1>One moment: this page opens by itself.</h1>')
    expect(lines.filter((line) => line.includes('root'))).toHaveLength(process.getuid?.() === 0 ? 1 : 0)
    expect(await ask('/readyz')).toEqual(['/readyz', 200, '{"status":"ready"}'])
  } finally {
    await product.end()
  }
})

ordinaryTest(
  'a generated password is the same at each start until somebody has signed in, and is kept nowhere',
  async () => {
    const password = first.generatedPassword ?? ''
    expect(password).toMatch(/^(\w{4}-){3}\w{4}$/)
    const again = await runProduct({ environment: generated, databaseUrl: first.databaseUrl })
    expect(again.generatedPassword).toBe(password)
    const wrong = await again.browser().post('/api/analytics/verify-password', { password: 'not that one' })
    expect(wrong.status).toBe(401)
    const kept = JSON.stringify(await first.query('select * from owners'))
    expect(kept).not.toContain(password)
    expect((await again.browser().post('/api/analytics/verify-password', { password })).status).toBe(200)
    await again.end()
    const later = await runProduct({ environment: generated, databaseUrl: first.databaseUrl })
    expect(later.generatedPassword).toBeNull()
    expect(await first.query('select first_password_salt from owners')).toEqual([
      { first_password_salt: null },
    ])
    await later.end()
  },
)

thoroughTest(
  'whoever starts the server reads the password at each start until somebody has signed in, and then how to set one',
  async () => {
    const database = await freshDatabase()
    onTestFinished(database.drop)
    const dataDir = mkdtempSync(join(tmpdir(), 'leadline-test-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET: productSecret }
    const printed = /Your password \(shown at each start until you have signed in\): (\S+)/
    const readStart = async (use: (url: string) => Promise<void> = async () => {}) => {
      const product = await startProductProcess(environment)
      try {
        await waitFor('the password’s line', () => /password/i.test(product.output()))
        await use(product.url)
        return product.output()
      } finally {
        await product.kill()
      }
    }
    const [, password] = printed.exec(await readStart()) ?? []
    const again = await readStart(async (url) => {
      const answer = await createBrowser(url).post('/api/analytics/verify-password', { password })
      expect(answer.status).toBe(200)
    })
    expect(printed.exec(again)?.[1]).toBe(password)
    const later = await readStart()
    expect(later).not.toContain(password)
    expect(later).toContain('npm run owner:password sets a new one')
  },
)

ordinaryTest(
  'a given password is never printed, and a guessable one is refused before it is set',
  async () => {
    const given = await runProduct()
    expect(given.generatedPassword).toBeNull()
    await given.end()
    expect(await whyNot(runProduct({ environment: { OWNER_PASSWORD: 'Password1' } }))).toBe(
      'OWNER_PASSWORD is one of the first passwords an attacker would try: choose another.',
    )
    // One that is set already is not asked for again.
    const later = await runProduct({
      environment: { OWNER_PASSWORD: 'Password1' },
      databaseUrl: first.databaseUrl,
    })
    await later.end()
  },
)

thoroughTest(
  'a process with another secret cannot start on the database until it is told to take over',
  async () => {
    const other = { SECRET: 'another secret of more than thirty-two characters' }
    const join = (environment: Record<string, string>) =>
      runProduct({ environment, databaseUrl: first.databaseUrl })
    expect(await whyNot(join(other))).toMatch(
      /^SECRET is not the one this database was set up with: .*npm run owner:password/,
    )
    expect(JSON.stringify(await first.query('select * from installation'))).not.toContain(productSecret)
    const backups = `${first.dataDir}/backups`
    mkdirSync(backups, { recursive: true })
    writeFileSync(`${backups}/${nameBackup('before-restore', new Date(), productSecret)}`, '')
    // Not while this process, in which the first product works, stands still: the command may wait for a lock of its.
    const where = { DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir, ...other }
    const { output: said } = await runCommand('owner-password', ['--new-secret'], where)
    expect(said).toContain(
      `In ${backups} is 1 copy from before an upgrade or a restore that only another SECRET opens. It is not deleted automatically.\n`,
    )
    const product = await join(other)
    const password = /The new password .*: (\S+)/.exec(said)?.[1]
    expect((await product.browser().post('/api/analytics/verify-password', { password })).status).toBe(200)
    await product.end()
    expect(await whyNot(join({ OWNER_PASSWORD: ownerPassword }))).toMatch(/^SECRET is not the one/)
  },
)

thoroughTest('a new password is not set where the new secret cannot be read', async () => {
  const product = await runProduct()
  onTestFinished(product.end)
  writeFileSync(join(product.dataDir, 'secret'), 'cut short')
  const where = { DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir }
  const { how, output } = await runCommand('owner-password', ['--new-secret'], where)
  expect(how).toBe('exit code 1')
  expect(output).toContain('holds no whole secret')
  const before = { password: ownerPassword }
  expect((await product.browser().post('/api/analytics/verify-password', before)).status).toBe(200)
})

thoroughTest('a command that is not told where the installation is says so, and makes none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  const DATA_DIR = join(folder, 'data')
  for (const command of ['owner-password', 'verify-reports'] as const) {
    expect(await runCommand(command, [], { DATA_DIR })).toEqual({
      how: 'exit code 1',
      output: `There is no installation in ${DATA_DIR}: set DATA_DIR or DATABASE_URL as where the product is started. Nothing was changed.\n`,
    })
    const other = await runCommand(command, [], { DATA_DIR, DATABASE_URL: empty.url })
    expect(other).toMatchObject({ how: 'exit code 1' })
    expect(other.output).toMatch(/^This database holds no data of the product yet: /)
  }
  expect(existsSync(DATA_DIR)).toBe(false)
})

thoroughTest('a word that a command does not know is one sentence, and nothing is done', async () => {
  const environment = {
    DATA_DIR: join(tmpdir(), 'no-installation'),
    BACKUP_PASSPHRASE: 'a passphrase for tests',
  }
  const said = await Promise.all([
    // As npm hands it on where the two dashes before the option are left out.
    runCommand('backup', ['file.leadline'], environment),
    runCommand('owner-password', ['--new'], environment),
    runCommand('restore', [tmpdir()], environment),
  ])
  expect(said).toEqual([
    { how: 'exit code 1', output: 'Into which file? npm run backup -- --out FILE\n' },
    { how: 'exit code 1', output: "Unknown option '--new'\n" },
    { how: 'exit code 1', output: 'That is a folder: name the file of the backup in it.\n' },
  ])
})

ordinaryTest(
  'a backup is not put into a folder that is not there, as of a disk that is not mounted',
  async () => {
    const folder = join(tmpdir(), 'no-such-disk')
    const said = await runCommand('backup', ['--out', join(folder, 'today.leadline')], {
      DATA_DIR: join(tmpdir(), 'no-installation'),
      BACKUP_PASSPHRASE: 'a passphrase for tests',
    })
    expect(said).toEqual({
      how: 'exit code 1',
      output: `There is no folder ${folder}: make it, or bring its disk back, or name another file. Nothing was written.\n`,
    })
  },
)

thoroughTest('a command, and a start, that fail at a row say nothing of what is in it', async () => {
  const product = await runProduct()
  onTestFinished(product.end)
  await product.query(`create function refuse_change() returns trigger language plpgsql as $$ begin
    raise exception 'no room for jo@example.com' using errcode = '23514', detail = 'Failing row contains (Jo, 202-555-0143).';
    end $$`)
  for (const table of ['owners', 'installation'])
    await product.query(
      `create trigger refuse before insert or update or delete on ${table} execute function refuse_change()`,
    )
  const where = {
    ...{ DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir, PORT: '0' },
    SECRET: productSecret,
  }
  for (const command of ['owner-password', 'main'] as const) {
    const { how, output } = await runCommand(command, [], where)
    expect(how, output).toBe('exit code 1')
    expect(output).toContain('database error 23514')
    expect(output).toMatch(/ at /)
    expect(output).not.toMatch(/jo@example|Jo, 202/)
  }
})
