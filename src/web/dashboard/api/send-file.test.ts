import { afterEach, expect, it, vi } from 'vitest'
import { NoAnswer } from './call-failed.ts'
import { sendFile } from './send-file.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The browser's request, on a network where things happen only as they are told to. */
class Network {
  static last: Network
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  responseText = ''
  isAborted = false
  onload?: () => void
  onloadend?: () => void
  open() {}
  send() {
    Network.last = this
  }
  abort() {
    this.isAborted = true
    this.onloadend?.()
  }
}

it('waits for a file as long as it moves, and tells where nothing does any more', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Network)
  const shares: number[] = []
  const sent = sendFile('/api/site/pictures', new FormData(), {
    onProgress: (share) => shares.push(share),
  }).catch((error: unknown) => error)
  for (const loaded of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(100_000)
    Network.last.upload.onprogress?.({ loaded, total: 4 })
  }
  expect(shares).toEqual([0.25, 0.5, 0.75])
  expect(Network.last.isAborted).toBe(false)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(Network.last.isAborted).toBe(true)
  expect(await sent).toBeInstanceOf(NoAnswer)
})

it('returns the text of the answer, after which it waits for nothing', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Network)
  const sent = sendFile('/api/site/pictures', new FormData())
  Network.last.status = 201
  Network.last.responseText = '{}'
  Network.last.onload?.()
  Network.last.onloadend?.()
  expect(await sent).toBe('{}')
  expect(vi.getTimerCount()).toBe(0)
})
