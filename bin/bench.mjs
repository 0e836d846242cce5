// Runs one benchmark: `npm run bench ingest`. Each prints a table and the ratio that its line in docs/numbers.md quotes.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serverFlags } from './server-process.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const names = readdirSync(`${root}/bench`)
  .filter((file) => file.endsWith('.ts') && !/\.(part|test)\./.test(file))
  .map((file) => file.replace(/\.ts$/, ''))
const [name, ...rest] = process.argv.slice(2)
if (!name || !existsSync(`${root}/bench/${name}.ts`)) {
  console.error(`Say which: npm run bench ${names.join(' | ')}`)
  process.exit(2)
}
const run = spawn(`${root}/node_modules/.bin/node`, [`${root}/bench/${name}.ts`, ...rest], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, SERVER_FLAGS: serverFlags.join(' ') },
})
run.on('exit', (code) => process.exit(code ?? 1))
