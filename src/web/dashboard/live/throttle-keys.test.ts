import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gather } from './throttle-keys.ts'

describe('gather', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('hands on at once after quiet, and then at most once per pause', () => {
    const handed: string[][] = []
    const gathering = gather<string>(1000, (keys) => handed.push([...keys]))
    gathering.add(['visitors'])
    gathering.add(['visitors', 'leads'])
    gathering.add(['leads'])
    expect(handed).toEqual([['visitors']])
    vi.advanceTimersByTime(1000)
    expect(handed).toEqual([['visitors'], ['visitors', 'leads']])
    vi.advanceTimersByTime(5000)
    gathering.add(['tags'])
    expect(handed).toHaveLength(3)
  })

  it('keeps what is not ready for the next time, and the rest does not wait for it', () => {
    const handed: string[][] = []
    let isReady = false
    const gathering = gather<string>(
      1000,
      (keys) => handed.push([...keys]),
      (key) => isReady || key !== 'leads',
    )
    gathering.add(['leads'])
    vi.advanceTimersByTime(1000)
    expect(handed).toEqual([])
    gathering.add(['visitors'])
    vi.advanceTimersByTime(1000)
    expect(handed).toEqual([['visitors']])
    isReady = true
    vi.advanceTimersByTime(5000)
    expect(handed).toEqual([['visitors'], ['leads']])
  })

  it('hands nothing on after it was stopped', () => {
    const handed: string[][] = []
    const gathering = gather<string>(1000, (keys) => handed.push([...keys]))
    gathering.add(['a'])
    gathering.add(['b'])
    gathering.stop()
    vi.advanceTimersByTime(5000)
    expect(handed).toEqual([['a']])
  })
})
