import { afterEach, expect, it, vi } from 'vitest'
import { NoAnswer } from '#web/dashboard/api/call-failed.ts'
import { refusedCaptions, sendCaptions } from './send-captions.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('gives captions up where nothing of them moves any more, and says so', async () => {
  vi.useFakeTimers()
  const isSent = Promise.withResolvers<void>()
  // The browser's request, on a network that has gone silent.
  class Silent {
    upload = {}
    open() {}
    setRequestHeader() {}
    send() {
      isSent.resolve()
    }
    abort() {}
  }
  vi.stubGlobal('XMLHttpRequest', Silent)
  const ended = vi.fn()
  void sendCaptions(new File(['1\n00:00:01,000 --> 00:00:04,000\nHallo\n'], 'film.srt')).catch(ended)
  await isSent.promise
  await vi.advanceTimersByTimeAsync(120_000)
  const error: unknown = ended.mock.calls[0]?.[0]
  expect(error).toBeInstanceOf(NoAnswer)
  expect(refusedCaptions(error)).toMatch(/^No answer came in time/)
})
