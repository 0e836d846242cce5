// Runs one benchmark: `npm run bench ingest`. It installs and builds what is missing first. Each prints a table and the
// ratio that its line in docs/numbers.md quotes.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { prepare } from './prepare.mjs'
import { exitCode, pinnedNode, root } from './run.mjs'
import { serverFlags } from './server-process.mjs'

const names = readdirSync(`${root}/bench`)
  .filter((file) => file.endsWith('.ts') && !/\.(part|test)\./.test(file))
  .map((file) => file.replace(/\.ts$/, ''))
const [name, ...rest] = process.argv.slice(2)
if (!name || !existsSync(`${root}/bench/${name}.ts`)) {
  console.error(`Say which: npm run bench ${names.join(' | ')}`)
  process.exit(2)
}
await prepare({ withTools: true }).catch((problem) => {
  console.error(problem.message)
  process.exit(1)
})
const run = spawn(pinnedNode(), [`${root}/bench/${name}.ts`, ...rest], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, SERVER_FLAGS: serverFlags.join(' ') },
})
run.on('exit', (code, signal) => process.exit(exitCode(code, signal)))
