// npm run backup, restore, owner:password and so on: runs a command of the server on the pinned Node. On a machine that has
// nothing yet, as before a restore, it installs and builds first.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { exitCode, pinnedNode, root } from './run.mjs'

const [name, ...words] = process.argv.slice(2)
let command

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl-C reaches the command by itself as well; it ends this one when it has ended.
    if (command) command.kill(signal)
    else process.exit(exitCode(null, signal))
  })
}

try {
  // What is there may belong to a server that runs: it is left as it is.
  if (!existsSync(join(root, 'node_modules'))) await prepare()
  command = spawn(pinnedNode(), [join(root, 'src/server', `${name}-command.ts`), ...words], {
    cwd: root,
    stdio: 'inherit',
  })
  command.once('exit', (code, signal) => process.exit(exitCode(code, signal)))
} catch (problem) {
  console.error(problem.message)
  process.exit(1)
}
