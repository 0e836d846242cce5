import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from '#support/listening-server.ts'
import { createS3Storage } from './s3-storage.ts'

/** A storage whose listing comes in these pages, by the token that each is asked for with. */
async function storageThatLists(page: (token: string | null, call: number) => string) {
  const calls: (string | null)[] = []
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://storage.test').searchParams.get('continuation-token')
    calls.push(token)
    response.end(`<ListBucketResult>${page(token, calls.length)}</ListBucketResult>`)
  })
  const { port, goDown } = await listenLocally(server, { cut: () => server.closeAllConnections() })
  onTestFinished(goDown)
  const place = {
    ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'coach', prefix: '' },
    ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
  }
  const storage = createS3Storage(place, { outside: undefined, signal: AbortSignal.timeout(20_000) })
  return { storage, calls }
}

const object = (key: string) => `<Contents><Key>${key}</Key><Size>3</Size></Contents>`
const next = (token: string) =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`

test('a listing is read to its end, page by page', async () => {
  const { storage, calls } = await storageThatLists((token) =>
    token === null ? object('one') + next('a&amp;b') : `${object('two')}<IsTruncated>false</IsTruncated>`,
  )
  expect(await storage.list()).toEqual(['one', 'two'].map((key) => ({ key, bytes: 3 })))
  expect(calls).toEqual([null, 'a&b'])
})

test.each([
  ['has no next one', () => `${object('one')}<IsTruncated>true</IsTruncated>`],
  ['has an empty next one', () => object('one') + next('')],
  ['has itself as its next one', () => object('one') + next('again')],
  ['leads in a circle', (_token: string | null, call: number) => object('one') + next(String(call % 2))],
])(
  'a listing that says there is more and %s is no listing: what is missing in it would be deleted',
  async (_what, page) => {
    const { storage, calls } = await storageThatLists(page)
    await expect(storage.list()).rejects.toThrow('The second place answered what makes no sense.')
    expect(calls.length).toBeLessThan(5)
  },
)
