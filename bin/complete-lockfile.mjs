// Adds lock entries for optional packages of other platforms that the registry at hand could not resolve.
// npm leaves them out when they cannot be read, and `npm ci` then refuses the lock file it wrote itself.
import { readFileSync, writeFileSync } from 'node:fs'

const OS = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  android: 'android',
  openharmony: 'openharmony',
}
const CPU = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64']

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
let added = 0

for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${parent}/node_modules/${name}`
    if (lock.packages[nested] || lock.packages[`node_modules/${name}`]) continue
    const words = name.split(/[/-]/)
    const os = words.map((word) => OS[word]).find(Boolean)
    const cpu = words
      .map((word) => CPU.find((known) => word === known || (known === 'arm' && word === 'armhf')))
      .find(Boolean)
    if (!os && !cpu) continue
    const libc = words.some((word) => word.startsWith('musl'))
      ? ['musl']
      : words.some((word) => word.startsWith('gnu'))
        ? ['glibc']
        : undefined
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ''),
      cpu: cpu ? [cpu] : undefined,
      dev: entry.dev,
      libc,
      optional: true,
      os: os ? [os] : undefined,
    }
    added += 1
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} optional platform packages added to package-lock.json`)
