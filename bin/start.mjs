// npm start: installs and builds what is missing, then runs the server until it ends.
//   --prepare  only installs and builds (npm run build)
//   --demo     a throw-away data folder with an invented month of traffic
//   --dev      builds and starts again whenever a source changes, and checks every answer against the contract
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { exitCode, pinnedNode, root } from './run.mjs'
import { serverEnvironment, serverFlags } from './server-process.mjs'

const USAGE =
  'npm start and npm run demo, dev and build take no words: what is set is a variable (.env.example), as in PORT=8080 npm start'
const words = process.argv.slice(2)
if (words.includes('--help')) {
  console.log(USAGE)
  process.exit(0)
}
const unknown = words.find((word) => !['--prepare', '--demo', '--dev'].includes(word))
if (unknown !== undefined) {
  // Whoever meant another port or folder by it would get the usual one.
  console.error(`Unknown word '${unknown}'. ${USAGE}`)
  process.exit(1)
}
const isDev = words.includes('--dev')
const script = words.includes('--demo') ? 'demo/main.ts' : 'src/server/main.ts'
const rest = isDev ? ['--check-answers'] : []

let server
let isStopping = false
let isRestarting = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

// npm passes a stop on to its shell, and that ends without passing it on: the server would go on, and hold the port.
const parent = process.ppid
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid !== parent && !isStopping && stop('SIGTERM'), 500).unref()

try {
  await prepare()
  if (words.includes('--prepare')) process.exit(0)
  startServer()
  if (isDev) restartOnChanges()
} catch (problem) {
  console.error(problem.message)
  process.exit(1)
}

function stop(signal) {
  isStopping = true
  // Ctrl-C reaches the server by itself as well; it takes the second word for the same wish.
  if (server) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  else process.exit(exitCode(null, signal))
}

function startServer() {
  // The channel tells the server when this process is gone, even by a kill.
  server = spawn(pinnedNode(), [...serverFlags, join(root, script), ...rest], {
    cwd: root,
    env: isDev ? { ...serverEnvironment, NODE_ENV: 'development' } : serverEnvironment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  server.once('error', (problem) => {
    console.error(`The server could not be started: ${problem.message}`)
    process.exit(1)
  })
  server.once('exit', (code, signal) => {
    server = undefined
    if (isDev && !isStopping) return isRestarting || console.log('The server ended; waiting for a change.')
    process.exit(exitCode(code, signal))
  })
}

function restartOnChanges() {
  let timer
  for (const folder of ['src', 'demo']) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (/\.test\.tsx?$/.test(file ?? '')) return
      clearTimeout(timer)
      timer = setTimeout(() => void restart().catch((problem) => console.error(problem.message)), 200)
    })
  }
}

async function restart() {
  if (isRestarting || isStopping) return
  isRestarting = true
  try {
    console.log('A source changed.')
    await prepare()
    if (server) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    if (!isStopping) startServer()
  } finally {
    isRestarting = false
  }
}
