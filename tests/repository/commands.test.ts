import { exec, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
const commands = ['backup', 'backup:fetch', 'backup:verify', 'restore', 'verify:reports', 'owner:password']

/** A clone in which nothing was installed or built, and an npm that notes what it is called with and fails. */
function freshClone() {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['bin', 'package.json', 'package-lock.json'])
    cpSync(part, join(folder, part), { recursive: true })
  const npm = join(folder, 'npm.mjs')
  const called = join(folder, 'called')
  writeFileSync(
    npm,
    `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(called)}, process.argv.slice(2).join(' '))
process.exit(1)`,
  )
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // In place of the shell, so that one that waits for ever is ended.
  const run = (script: string) =>
    spawnSync(`exec ${script}`, {
      ...{ shell: true, cwd: folder, env: { PATH, npm_execpath: npm } },
      timeout: 120_000,
    })
  return { folder, run, called: () => existsSync(called) && readFileSync(called, 'utf8') }
}

test('a command that is the first thing on a machine, such as a restore, installs what it needs', () => {
  for (const command of commands) {
    const { folder, run, called } = freshClone()
    const { status, stderr } = run(scripts[command] ?? '')
    expect(called(), command).toMatch(/^ci /)
    expect([status, stderr.toString()], command).toEqual([1, 'npm ci failed; the reason is above.\n'])
    expect(existsSync(join(folder, 'data'))).toBe(false)
  }
})

test('a claim to install of a process that was killed holds nobody up, also where its number is another’s by now', (context) => {
  // Elsewhere nothing tells when a process began.
  if (process.platform !== 'linux') context.skip()
  for (const claim of [`${process.pid}`, `${process.pid} of a start before this one`]) {
    const { folder, run, called } = freshClone()
    mkdirSync(join(folder, '.cache'))
    writeFileSync(join(folder, '.cache/preparing'), claim)
    const { stdout } = run(scripts.backup ?? '')
    expect(stdout.toString(), claim).not.toContain('Waiting for process')
    expect(called(), claim).toMatch(/^ci /)
  }
})

test('a command that is asked for help says how it is called, and one that is told more than it reads does nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-words-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = (call: string) =>
    new Promise<string>((resolve) =>
      exec(
        `"${process.execPath}" src/server/${call}`,
        { env: { DATA_DIR: dataDir } },
        (error, out, problems) => resolve(`${error?.code ?? 0} ${out}${problems}`),
      ),
    )
  expect(
    await Promise.all([
      run('restore-command.ts --help'),
      run('restore-command.ts one.leadline two'),
      run('verify-reports-command.ts --quickly'),
    ]),
  ).toEqual([
    '0 npm run restore -- FILE\n',
    '1 One word too many: two. npm run restore -- FILE\n',
    "1 Unknown option '--quickly'\n",
  ])
  expect(readdirSync(dataDir)).toEqual([])
})

test('a start that is told a word it does not read, or asked for help, says so and begins nothing', () => {
  for (const command of ['start', 'demo', 'dev', 'build']) {
    const { folder, run, called } = freshClone()
    const refused = run(`${scripts[command]} --port 4000`)
    expect(refused.status, command).toBe(1)
    expect(refused.stderr.toString(), command).toMatch(/^Unknown word '--port'\. .+\n$/)
    const helped = run(`${scripts[command]} --help`)
    expect([helped.status, helped.stdout.toString()], command).toEqual([
      0,
      expect.stringMatching(/^npm start and .+\n$/),
    ])
    expect(called(), command).toBe(false)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  }
})

test('packages of another folder, which a link leads to, are not emptied by a start that needs others', () => {
  const { folder, run, called } = freshClone()
  const shared = mkdtempSync(join(tmpdir(), 'leadline-shared-'))
  onTestFinished(() => rmSync(shared, { recursive: true, force: true }))
  symlinkSync(shared, join(folder, 'node_modules'), 'junction')
  const { status } = run(scripts.start ?? '')
  expect([status, called()]).toEqual([1, expect.stringMatching(/^ci /)])
  expect(existsSync(join(folder, 'node_modules')), 'the link while npm ci runs').toBe(false)
  expect(existsSync(shared)).toBe(true)
})

test('packages that are there, which a server may be running from, are left as they are', () => {
  const { folder, run, called } = freshClone()
  mkdirSync(join(folder, 'node_modules'))
  mkdirSync(join(folder, 'src/server'), { recursive: true })
  writeFileSync(
    join(folder, 'src/server/restore-command.ts'),
    'const words: string[] = process.argv.slice(2)\nconsole.log(words.join())\nprocess.exit(7)\n',
  )
  const { status, stdout } = run(`${scripts.restore} one "two words"`)
  expect([status, stdout.toString()]).toEqual([7, 'one,two words\n'])
  expect(called()).toBe(false)
})
