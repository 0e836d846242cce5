import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { throughPooler } from './through-pooler.ts'

/** The product in a process of its own, so that it can be killed. */
export type ProductProcess = {
  url: string
  child: ChildProcess
  /** All it has written so far, both streams. */
  output(): string
  /** Ends it as a power cut would: SIGKILL, and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to stop (SIGTERM) and returns its exit code or signal. */
  stop(): Promise<string>
}

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
/** Starts the product like `main.ts`, with the start options of `PRODUCT_OPTIONS`; see there. */
export const productWithOptions = fileURLToPath(new URL('run-product.ts', import.meta.url))
// As the product's own start keeps it.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
const READY = /Leadline is ready at (\S+)/
const PATIENCE_MS = 60_000

/** Starts the product in another process and waits until it is ready. Only the given environment reaches it. */
export async function startProductProcess(
  environment: Record<string, string>,
  script = MAIN,
): Promise<ProductProcess> {
  const child = spawn(process.execPath, [script, '--check-answers'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compiled,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...throughPooler(environment),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let seen = () => {}
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      seen()
    })
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready after ${PATIENCE_MS} ms: ${output}`))
    }, PATIENCE_MS)
    seen = () => {
      const found = READY.exec(output)?.[1]
      if (!found) return
      clearTimeout(late)
      resolve(found)
    }
    void ended.then((how) => {
      clearTimeout(late)
      reject(new Error(`ended before it was ready (${how}): ${output}`))
    })
  })
  return {
    url,
    child,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
