import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { openApp } from '#server/platform/http/open-app.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const variables = new Set([...read('.env.example').matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => name))

const Service = z.strictObject({
  build: z.string().optional(),
  image: z.string(),
  init: z.boolean().optional(),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  shm_size: z
    .string()
    .regex(/^\d+m$/)
    .optional(),
  ports: z.array(z.string().regex(/^[\d.:]+(\/udp)?$/)).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.literal(false) })).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  healthcheck: z.record(z.string(), z.unknown()).optional(),
})
const Compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})

describe.each(['compose.yaml', 'compose.postgres.yaml'])('deploy/%s', (file) => {
  const { services, volumes } = Compose.parse(parse(read(`deploy/${file}`)))

  it('gives the product variables that it reads, and its folder to keep', () => {
    const { environment = {}, volumes: kept, stop_grace_period } = services.leadline ?? {}
    expect(Object.keys(environment).filter((name) => !variables.has(name))).toEqual([])
    expect(kept).toEqual(['data:/data'])
    expect(Number.parseInt(stop_grace_period ?? '', 10), 'longer than the 10 s of a stop').toBeGreaterThan(10)
  })

  it('lets no default of its own win over what the .env file says', () => {
    const { environment = {}, env_file } = services.leadline ?? {}
    expect(env_file?.map(({ path }) => path)).toEqual(['../.env'])
    expect(Object.values(environment).filter((value) => value.includes(':-'))).toEqual([])
  })

  it('leads to where the product listens and keeps its data, whatever the .env file says of another place', () => {
    const { environment = {}, ports = [], volumes: kept = [] } = services.leadline ?? {}
    const [, outside = ports[0]?.split(':').at(-1)] = services.caddy?.environment?.UPSTREAM?.split(':') ?? []
    expect(outside).toMatch(/^\d+$/)
    expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: outside, DATA_DIR: kept[0]?.split(':')[1] })
  })

  it('names folders, files and services that are there', () => {
    for (const [name, { build, volumes: mounted = [], depends_on = [] }] of Object.entries(services)) {
      if (build) expect(existsSync(join(root, 'deploy', build, 'Dockerfile')), name).toBe(true)
      for (const mount of mounted) {
        const [source = ''] = mount.split(':')
        if (source.startsWith('.')) expect(existsSync(join(root, 'deploy', source)), source).toBe(true)
        else expect(volumes).toHaveProperty(source)
      }
      const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      for (const other of others) expect(services).toHaveProperty(other)
    }
  })

  it('opens the product to this machine alone, or to nobody but the proxy', () => {
    for (const port of services.leadline?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(services.postgres?.ports).toBeUndefined()
  })
})

describe('Dockerfile', () => {
  const text = read('Dockerfile').replaceAll(/\\\n\s*/g, ' ')
  const steps = text.split('\n').filter((line) => line && !line.startsWith('#'))

  it('leaves out no package that the server loads', () => {
    const line = steps.find((step) => step.startsWith('RUN npm uninstall')) ?? ''
    const left = line
      .split(' ')
      .slice(3)
      .filter((word) => word && !word.startsWith('-'))
    expect(left.length).toBeGreaterThan(5)
    const wanted = Object.keys(JSON.parse(read('package.json')).dependencies)
    expect(
      left.filter((name) => !wanted.includes(name)),
      'still among our packages',
    ).toEqual([])
    const loaded = ['src/server', 'src/contract', 'dist/site-server'].flatMap(importsUnder)
    expect(
      left.filter((name) => loaded.some((from) => from === name || from.startsWith(`${name}/`))),
    ).toEqual([])
  })

  it('ends as a user without rights, with a health check', () => {
    expect(steps.findLast((step) => step.startsWith('USER'))).toBe('USER leadline')
    expect(steps.some((step) => step.startsWith('HEALTHCHECK') && step.includes('/healthz'))).toBe(true)
    expect(existsSync(join(root, 'src/server/main.ts'))).toBe(true)
    expect(steps.at(-1)).toBe('CMD ["src/server/main.ts"]')
  })
})

describe.each(['Caddyfile', 'nginx.conf'])('deploy/%s', (file) => {
  it('gives up a quiet connection to the product before the product does, which may be just when a request is sent', async () => {
    const app = await openApp({ trustProxy: false, publicUrl: undefined, logLevel: 'silent' })
    onTestFinished(() => app.close())
    const said = {
      Caddyfile: /^\s*keepalive (\d+)s$/m,
      'nginx.conf': /^upstream [^}]*\bkeepalive_timeout (\d+)s;/m,
    }[file]
    const seconds = Number(said?.exec(read(`deploy/${file}`))?.[1])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(app.server.keepAliveTimeout / 1000 - 5)
  })
})

describe('deploy/postgres-role.sh', () => {
  it('can be read by a plain shell', () => {
    expect(spawnSync('sh', ['-n', join(root, 'deploy/postgres-role.sh')]).status).toBe(0)
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe.skipIf(!hasSystemd)('deploy/leadline.service', () => {
  it('has no word that systemd does not know', () => {
    const machine = mkdtempSync(join(tmpdir(), 'leadline-unit-'))
    const units = join(machine, 'etc/systemd/system')
    mkdirSync(units, { recursive: true })
    writeFileSync(join(units, 'leadline.service'), read('deploy/leadline.service'))
    const node = join(machine, 'opt/leadline/node_modules/.bin/node')
    mkdirSync(dirname(node), { recursive: true })
    writeFileSync(node, '#!/bin/sh\n')
    chmodSync(node, 0o755)
    const { stderr } = spawnSync('systemd-analyze', [`--root=${machine}`, 'verify', 'leadline.service'], {
      encoding: 'utf8',
    })
    rmSync(machine, { recursive: true, force: true })
    // The bare folder has none of the units that every machine has.
    const complaints = stderr.split('\n').filter((line) => line && !/Unit (\w|-)+\.\w+ not found/.test(line))
    expect(complaints).toEqual([])
  })

  it('is shut away from the rest of the machine', () => {
    const words = ['security', '--offline=true', '--threshold=25', join(root, 'deploy/leadline.service')]
    // Of 100; an ordinary service has 90 and more.
    expect(spawnSync('systemd-analyze', words).status).toBe(0)
  })
})

function importsUnder(folder: string): string[] {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|js)$/.test(entry.name))
    .flatMap((entry) => [
      ...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
        /(?:from|import\()\s?["']([^"'.#][^"']*)["']/g,
      ),
    ])
    .map(([, from]) => from ?? '')
}
