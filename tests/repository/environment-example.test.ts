import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config.ts'

const lines = readFileSync('.env.example', 'utf8').split('\n')
const told = Object.fromEntries(
  lines.flatMap((line) => {
    const [, name, value] = /^# ([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    return name ? [[name, value ?? '']] : []
  }),
)

/** The names that the configuration asks an environment for. */
function askedFor(): string[] {
  const asked = new Set<string>()
  const environment: Record<string, string | undefined> = new Proxy(
    {},
    {
      get(_target, name) {
        asked.add(String(name))
        return undefined
      },
    },
  )
  readConfig(environment)
  return [...asked].sort()
}

describe('.env.example', () => {
  it('names exactly the variables that the configuration reads', () => {
    expect(Object.keys(told).sort()).toEqual(askedFor())
  })

  it('sets nothing until a line is uncommented', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([])
  })

  it('tells how a value is written that the shell would read otherwise', () => {
    const written = lines.find((line) => line.startsWith("#   DATABASE_URL='"))?.slice(1) ?? ''
    const value = /'(.*)'/.exec(written)?.[1] ?? ''
    expect(value).toMatch(/\$.*&/)
    const folder = mkdtempSync(join(tmpdir(), 'leadline-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, '.env'), written)
    // As the file says that it is read.
    const { stdout } = spawnSync('sh', ['-c', 'set -a; . ./.env; set +a; printenv DATABASE_URL'], {
      cwd: folder,
    })
    expect(stdout.toString()).toBe(`${value}\n`)
  })

  it('may have the line ends of Windows', () => {
    const withReturns = (of: Record<string, string>) =>
      Object.fromEntries(Object.entries(of).map(([name, value]) => [name, `${value}\r`]))
    expect(readConfig(withReturns(told))).toEqual(readConfig(told))
    expect(readConfig({ PORT: '\r', DATABASE_CONNECTIONS: '\r' })).toEqual(readConfig({}))
  })

  it('tells the defaults as they are', () => {
    expect(readConfig(told)).toEqual(readConfig({}))
    const connected = { GHL_TOKEN: 'pit-1', GHL_LOCATION_ID: 'here', META_ACCESS_TOKEN: 'EAA' }
    expect(readConfig({ ...told, ...connected })).toEqual(readConfig(connected))
  })
})
