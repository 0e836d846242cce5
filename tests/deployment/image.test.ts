import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#support/free-port.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
// An image is built for real where that is possible without an engine: by root, with buildah, from Debian's own files.
const canBuild = process.getuid?.() === 0 && isThere('buildah') && isThere('dpkg-query') && isThere('npm')

const folder = mkdtempSync(join(tmpdir(), 'leadline-image-'))
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
const buildah = (...words: string[]) =>
  execFileSync('buildah', [...store, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

afterAll(() => {
  if (!canBuild) return
  buildah('rm', '--all')
  buildah('rmi', '--all', '--force')
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!canBuild)('the image of the Dockerfile', () => {
  let container = ''
  beforeAll(() => {
    makeBases()
    const words = ['bud', '--format', 'docker', '--isolation', 'chroot', '--pull-never', '--network', 'host']
    buildah(...words, '--tag', 'leadline', '--file', join(root, 'Dockerfile'), root)
    container = buildah('from', '--pull-never', 'localhost/leadline')
  }, 1_500_000)

  const inside = (...words: string[]) =>
    spawnSync(
      'buildah',
      [...store, 'run', '--isolation', 'chroot', '--network', 'host', container, '--', ...words],
      {
        encoding: 'utf8',
      },
    )

  it('holds what the server needs and not what only builds it', () => {
    expect(inside('/bin/ls', '/app/node_modules').stdout).toContain('fastify')
    for (const left of ['node_modules/vite', 'node_modules/@biomejs', 'tests', '.git', 'data'])
      expect(inside('/bin/ls', `/app/${left}`).status, left).not.toBe(0)
  })

  it('serves pages as a user without rights, says that it is healthy, is backed up and restored, and stops in order', async () => {
    const image = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/leadline')).Docker.config
    const port = String(await freePort())
    const own = [
      '--env',
      `PORT=${port}`,
      '--env',
      'HOST=127.0.0.1',
      container,
      '--',
      ...image.Entrypoint,
      ...image.Cmd,
    ]
    const server = spawn('buildah', [
      ...store,
      'run',
      '--isolation',
      'chroot',
      '--cap-drop',
      'ALL',
      '--network',
      'host',
      ...own,
    ])
    let said = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text) => {
        said += text
      })
    const ended = new Promise((resolve) => server.once('close', resolve))
    await expect.poll(() => said, { timeout: 90_000 }).toContain('Leadline is ready')
    const page = await fetch(`http://127.0.0.1:${port}/meme`)
    expect([page.status, (await page.text()).includes('<h1')]).toEqual([200, true])

    const [test = '', ...health] = image.Healthcheck.Test
    expect(test).toBe('CMD')
    const asked = (at: string) => inside('/usr/bin/env', `PORT=${at}`, ...health).status
    expect(asked(port)).toBe(0)
    expect(asked(String(await freePort()))).toBe(1)

    const command = (...words: string[]) => {
      const { status, stdout, stderr } = inside(
        ...['/usr/bin/env', 'BACKUP_PASSPHRASE=a passphrase of the installer', ...image.Entrypoint, ...words],
      )
      return { status, said: stdout + stderr }
    }
    const file = '/data/backups/by-hand.leadline'
    const ofNow = command('src/server/backup-command.ts', '--out', file)
    expect(ofNow, ofNow.said).toMatchObject({ status: 0 })
    const proof = command('src/server/backup-verify-command.ts', file)
    expect(proof, proof.said).toMatchObject({ status: 0 })

    const process = execFileSync('pgrep', ['--full', `^${image.Entrypoint[0]}.*main.ts`, '--uid', '10001'], {
      encoding: 'utf8',
    })
    execFileSync('kill', ['-TERM', process.trim().split('\n')[0] ?? ''])
    await ended
    await expect.poll(() => spawnSync('pgrep', ['--uid', '10001']).status).toBe(1)
    const restored = command('src/server/restore-command.ts', file)
    expect(restored, restored.said).toMatchObject({ status: 0 })
  })
})

/** The two images that the Dockerfile begins with, from Debian's essential packages and the Node and npm of this machine. */
function makeBases(): void {
  const base = join(folder, 'base')
  for (const path of [
    'usr/bin',
    'usr/sbin',
    'usr/lib',
    'usr/lib64',
    'etc/ssl/certs',
    'proc',
    'sys',
    'dev',
    'root',
    'var/tmp',
  ])
    mkdirSync(join(base, path), { recursive: true })
  for (const merged of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${merged}`, join(base, merged))
  mkdirSync(join(base, 'tmp'))
  chmodSync(join(base, 'tmp'), 0o1777)
  const essential = `dpkg-query -W -f='\${Package} \${Essential} \${Priority}\\n' | awk '$2 == "yes" || $3 == "required" { print $1 }'`
  const needed = `${essential} | xargs apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances | grep '^[a-z]' | sort -u`
  const files = `${needed} | xargs dpkg -L 2>/dev/null | sort -u | grep -vE '^/usr/share/(doc|man|locale|info)/' | while read -r file; do [ -d "$file" ] && [ ! -L "$file" ] || echo "$file"; done`
  execFileSync('bash', [
    '-c',
    `${files} | tar -C / -c --ignore-failed-read -T - 2>/dev/null | tar -C '${base}' -x --keep-directory-symlink`,
  ])
  for (const file of ['passwd', 'group', 'shadow', 'gshadow', 'login.defs'])
    cpSync(join('/etc', file), join(base, 'etc', file))
  commit('scratch', base, '/', 'docker.io/library/debian:bookworm-slim')

  const tools = join(folder, 'tools')
  mkdirSync(join(tools, 'usr/local/bin'), { recursive: true })
  mkdirSync(join(tools, 'etc/ssl/certs'), { recursive: true })
  mkdirSync(join(tools, 'root'))
  cpSync(process.execPath, join(tools, 'usr/local/bin/node'))
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  cpSync(npm, join(tools, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(tools, 'usr/local/bin/npm'))
  // How this machine reaches the registry.
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(authorities)) cpSync(authorities, join(tools, authorities), { dereference: true })
  const settings = join(homedir(), '.npmrc')
  if (existsSync(settings))
    writeFileSync(join(tools, 'root/.npmrc'), readFileSync(settings, 'utf8').replaceAll(/^nodedir.*$/gm, ''))
  commit('docker.io/library/debian:bookworm-slim', tools, '/', 'docker.io/library/node:24-bookworm-slim')
}

function commit(from: string, files: string, to: string, name: string): void {
  const made = buildah('from', '--pull-never', from)
  buildah('add', '--quiet', made, files, to)
  buildah('config', '--env', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', made)
  if (name.includes('/node:'))
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', made)
  buildah('commit', '--quiet', made, name)
  buildah('rm', made)
}
