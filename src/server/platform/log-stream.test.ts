import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { openLogStream } from './log-stream.ts'

const FULL = '/dev/full'

test('lines are written whole and in turn, also those that come while others are under way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'log')
  const stream = openLogStream(openSync(file, 'a'))
  const lines = Array.from({ length: 2000 }, (_, index) => `${index} é ${'x'.repeat(index % 97)}\n`)
  for (const line of lines.slice(0, 1000)) stream.write(line)
  await waitFor(
    'the first half to be written',
    () => readFileSync(file, 'utf8') === lines.slice(0, 1000).join(''),
  )
  for (const line of lines.slice(1000)) stream.write(line)
  await waitFor('all to be written', () => readFileSync(file, 'utf8') === lines.join(''))
  stream.write('the last\n')
  stream.end()
  await waitFor('the last line', () => readFileSync(file, 'utf8') === `${lines.join('')}the last\n`)
})

test('a server whose log’s disk is full answers, and ends when it is told to', async ({ skip }) => {
  if (!existsSync(FULL)) skip('this system has no disk that is always full')
  const script = `
    import { openApp } from '#server/platform/http/open-app.ts'
    const app = await openApp({ trustProxy: false, publicUrl: undefined, logLevel: 'info' })
    app.get('/', async (request) => (request.log.info('a line'), 'ok'))
    await app.listen({ port: 0, host: '127.0.0.1' })
    process.on('SIGTERM', () => process.exit(0))
    process.send(app.server.address().port)`
  const words = ['--input-type=module', '-e', script]
  const child = spawn(process.execPath, words, { stdio: ['ignore', openSync(FULL, 'a'), 'ignore', 'ipc'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(child, 'message')
  for (let number = 0; number < 3; number += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(20_000) })
    expect(await answer.text()).toBe('ok')
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
