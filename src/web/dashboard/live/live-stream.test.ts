import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenLive } from './live-stream.ts'

class Stream extends EventTarget {
  closed = false
  close() {
    this.closed = true
  }
  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
}

let streams: Stream[]
let heard: unknown[]

const listen = () =>
  listenLive(
    {
      active: (event) => heard.push(event),
      told: (event) => heard.push(event),
      changed: (event) => heard.push(event),
      connected: (up) => heard.push(up),
    },
    () => {
      const stream = new Stream()
      streams.push(stream)
      // Node has no EventSource; what listenLive uses of it is what this stream has.
      return stream as unknown as EventSource
    },
  )

describe('listenLive', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    streams = []
    heard = []
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('hands on what the stream says', () => {
    const stop = listen()
    streams[0]?.dispatchEvent(new Event('open'))
    streams[0]?.say('active', { activeNow: 4 })
    streams[0]?.say('told', { lastTold: [{ topic: 'leads', agoMs: 30 }] })
    streams[0]?.say('changed', { topics: ['leads'] })
    expect(heard).toEqual([
      true,
      { activeNow: 4 },
      { lastTold: [{ topic: 'leads', agoMs: 30 }] },
      { topics: ['leads'] },
    ])
    stop()
    expect(streams[0]?.closed).toBe(true)
  })

  it('opens an ended stream again, ever more slowly until it is up', () => {
    const stop = listen()
    streams[0]?.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(2_000)
    expect(streams).toHaveLength(2)
    streams[1]?.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(2_000)
    expect(streams).toHaveLength(2)
    vi.advanceTimersByTime(2_000)
    expect(streams).toHaveLength(3)
    streams[2]?.dispatchEvent(new Event('open'))
    streams[2]?.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(2_000)
    expect(streams).toHaveLength(4)
    stop()
    expect(heard).toEqual([false, false, true, false])
  })

  it('stays closed after it was stopped while waiting', () => {
    const stop = listen()
    streams[0]?.dispatchEvent(new Event('error'))
    stop()
    vi.advanceTimersByTime(120_000)
    expect(streams).toHaveLength(1)
  })
})
