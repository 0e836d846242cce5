// How the server's process is started: with a small young generation (reading the sources would otherwise leave
// over 100 MB behind for good) and with the compiled sources kept, which halves the time to start.
import { join } from 'node:path'
import { root } from './run.mjs'

export const serverFlags = ['--max-semi-space-size=4']

export const serverEnvironment = {
  // Pages are drawn by React, which checks itself at every step unless it is told not to.
  NODE_ENV: 'production',
  ...process.env,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
}
