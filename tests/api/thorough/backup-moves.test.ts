// A sample of it is in tests/api/backup.test.ts.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTest, passphrase } from '#support/backed-up.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { type ProductProcess, startProductProcess } from '#support/product-process.ts'
import { runCommand } from '#support/run-command.ts'
import { ownerPassword } from '#support/running-product.ts'
import { createBrowser } from '#support/test-browser.ts'

async function start(environment: Record<string, string>): Promise<ProductProcess> {
  const product = await startProductProcess({ OWNER_PASSWORD: ownerPassword, ...environment })
  onTestFinished(product.kill)
  return product
}

async function capture({ url }: ProductProcess, email: string): Promise<void> {
  const person = { name: 'A person', email, phone: 'none', page: '/meme' }
  expect((await createBrowser(url).post('/api/capture-lead', person)).status).toBe(200)
}

async function emailsOf({ url }: ProductProcess): Promise<string[]> {
  const owner = createBrowser(url)
  expect((await owner.post('/api/analytics/verify-password', { password: ownerPassword })).status).toBe(200)
  const { body } = await owner.get('/api/customers')
  return [...JSON.stringify(body).matchAll(/"email":"([^"]+)"/g)].map(([, email = '']) => email).sort()
}

test('one file moves an installation from the embedded engine to a server and back, by the commands alone', async () => {
  const folder = folderForTest()
  const environment = { BACKUP_PASSPHRASE: passphrase }
  const at = (name: string) => ({ ...environment, DATA_DIR: join(folder, name) })
  const file = (name: string) => join(folder, `${name}.leadline`)

  const first = await start(at('first'))
  await capture(first, 'first@example.com')
  // While it runs.
  const made = await runCommand('backup', ['--out', file('first')], at('first'))
  expect(made, made.output).toMatchObject({ how: 'exit code 0' })
  expect(made.output).toMatch(/Backed up \d+ rows of \d+ tables and 0 video files/)
  // A folder's name may have spaces in it.
  expect(made.output).toContain(`npm run backup:verify -- "${file('first')}"`)
  // Nobody's name or address is printed, and nothing is written over.
  expect(made.output).not.toContain('example.com')
  expect(await runCommand('backup', ['--out', file('first')], at('first'))).toMatchObject({
    how: 'exit code 1',
    output: expect.stringContaining('already: choose another name'),
  })
  expect(await runCommand('restore', [file('first')], at('first'))).toMatchObject({
    how: 'exit code 1',
    output: expect.stringMatching(/already in use by process \d+: stop that one first/),
  })
  expect(await first.stop()).toBe('exit code 0')

  const server = await emptyDatabase()
  onTestFinished(server.drop)
  const onServer = { ...at('second'), DATABASE_URL: server.url }
  // No half of a secret stays behind, with which nothing could start there any more.
  const onFullDisk = await runCommand('restore', [file('first')], onServer, { onFullDisk: true })
  expect(onFullDisk, onFullDisk.output).toMatchObject({ how: 'exit code 1' })
  expect(readdirSync(join(folder, 'second'))).toEqual([])
  const there = await runCommand('restore', [file('first')], onServer)
  expect(there, there.output).toMatchObject({ how: 'exit code 0' })
  // The machine is new, so it takes over the secret: cookies and links in mails go on working.
  const secretIn = (name: string) => readFileSync(join(folder, name, 'secret'), 'utf8')
  expect(secretIn('second')).toBe(secretIn('first'))
  const second = await start(onServer)
  expect(await emailsOf(second)).toEqual(['first@example.com'])
  await capture(second, 'second@example.com')
  expect(await runCommand('restore', [file('first')], onServer)).toMatchObject({
    how: 'exit code 1',
    output: expect.stringContaining('is using this database'),
  })
  expect(await second.stop()).toBe('exit code 0')
  const again = await runCommand('backup', ['--out', file('second')], onServer)
  expect(again, again.output).toMatchObject({ how: 'exit code 0' })

  // Back, over what is there, which is kept.
  const back = await runCommand('restore', [file('second')], at('first'))
  expect(back, back.output).toMatchObject({ how: 'exit code 0' })
  const kept = readdirSync(join(folder, 'first', 'backups'))
  expect(kept).toEqual([expect.stringMatching(/^before-restore-.+\.leadline$/)])
  const third = await start(at('first'))
  expect(await emailsOf(third)).toEqual(['first@example.com', 'second@example.com'])
  await third.stop()
  const proof = await runCommand(
    'backup-verify',
    [join(folder, 'first', 'backups', kept[0] ?? '')],
    environment,
  )
  expect(proof, proof.output).toMatchObject({ how: 'exit code 0' })
  expect(proof.output).toContain('0 differences')
})

test('commands say in a sentence what they need, and change nothing', async () => {
  const folder = folderForTest()
  const DATA_DIR = join(folder, 'none')
  const file = join(folder, 'some.backup')
  writeFileSync(file, 'Nobody has looked into it yet.')
  const BACKUP_PASSPHRASE = passphrase
  const cases: [Parameters<typeof runCommand>, RegExp][] = [
    [['backup', [], { DATA_DIR, BACKUP_PASSPHRASE }], /^There is nothing to back up in .*none: set DATA_DIR/],
    [['restore', ['no-file'], { DATA_DIR, BACKUP_PASSPHRASE }], /^There is no file .*no-file\.$/m],
    [['restore', ['no-file'], { DATA_DIR }], /^There is no file .*no-file\.$/m],
    [['restore', [file], { DATA_DIR }], /^There is no passphrase: set BACKUP_PASSPHRASE/],
    [['backup-verify', [], { DATA_DIR, BACKUP_PASSPHRASE }], /^Which file\?/],
    [['backup-fetch', [], { DATA_DIR }], /^No second place is known here: set BACKUP_S3_ENDPOINT, /],
    [
      ['backup', [], { DATA_DIR, UPGRADE_WITHOUT_BACKUP: 'yes' }],
      /^UPGRADE_WITHOUT_BACKUP must be the four digits of the schema to upgrade to/,
    ],
    [['backup', [], { DATA_DIR, BACKUP_PASSPHRASE: 'short' }], /^BACKUP_PASSPHRASE must have at least 12/],
  ]
  for (const [call, said] of cases) {
    const { how, output } = await runCommand(...call)
    expect(how, output).toBe('exit code 1')
    expect(output).toMatch(said)
  }
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a command that another user starts says whose it is, and not that there is no installation', ({
  skip,
}) => {
  const folder = folderForTest()
  const dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'secret'), 'x'.repeat(48))
  const file = join(folder, 'some.leadline')
  writeFileSync(file, 'Nobody has looked into it yet.')
  chmodSync(folder, 0o755)
  chmodSync(dataDir, 0)
  onTestFinished(() => chmodSync(dataDir, 0o700))
  // Root may open everything.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (spawnSync(process.execPath, ['--version'], { ...account, cwd: '/' }).status !== 0) skip()
  for (const [command = '', ...words] of [['backup'], ['restore', file], ['owner-password']]) {
    const script = fileURLToPath(new URL(`../../../src/server/${command}-command.ts`, import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [script, ...words], {
      ...account,
      cwd: '/',
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase },
    })
    expect([status, stderr.toString()], command).toEqual([
      1,
      `${dataDir} belongs to another user: run this as the user that the product runs as. Nothing was changed.\n`,
    ])
  }
})
