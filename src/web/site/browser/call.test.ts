import { createServer } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listenLocally } from '#support/listening-server.ts'
import { get } from './call.ts'

it('gives up where an answer begins and its rest does not come, as on a network that breaks off', async () => {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.write('{"slots":[')
  })
  const { port, goDown } = await listenLocally(server, { cut: () => server.closeAllConnections() })
  onTestFinished(goDown)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = await get(`http://127.0.0.1:${port}/api/calendar/slots`)
  const read = answer.json().then(
    () => 'read',
    () => 'given up',
  )
  vi.advanceTimersByTime(20_000)
  expect(await read).toBe('given up')
})

it('takes no page that something on the way answers with for an answer', async () => {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' })
    answer.end('<title>Are you a person?</title>')
  })
  const { port, goDown } = await listenLocally(server, { cut: () => server.closeAllConnections() })
  onTestFinished(goDown)
  await expect(get(`http://127.0.0.1:${port}/api/calendar/slots`)).rejects.toThrow('on the way')
})
