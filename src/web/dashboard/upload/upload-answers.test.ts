import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Upload } from 'tus-js-client'
import { expect, onTestFinished, test } from 'vitest'
import { keepPlace, statusOf } from './upload-answers.ts'

/** Goes on with an upload whose server answers so when it is asked how far it is; returns what is asked, and the failure. */
async function goOn(status: number): Promise<{ asked: string[]; failedWith: number }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.method ?? '')
    response.writeHead(request.method === 'HEAD' ? status : 500).end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port, not on a path.
  const endpoint = `http://127.0.0.1:${port}/uploads`
  const error = await new Promise<Error>((resolve) => {
    new Upload(Buffer.from('a film'), {
      ...{ endpoint, uploadUrl: `${endpoint}/one`, retryDelays: null, onAfterResponse: keepPlace },
      onError: resolve,
    }).start()
  })
  return { asked, failedWith: statusOf(error) }
}

test.each([401, 429, 500, 502, 503])(
  'an upload that is answered %i when it asks how far it is begins no other',
  async (status) => {
    expect(await goOn(status)).toEqual({ asked: ['HEAD'], failedWith: status })
  },
)

test.each([404, 410])('an upload that is gone (%i) is begun anew', async (status) => {
  expect(await goOn(status)).toEqual({ asked: ['HEAD', 'POST'], failedWith: 500 })
})
