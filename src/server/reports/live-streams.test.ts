import { expect, test } from 'vitest'
import type { Topic } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createLiveStreams, type LiveStream } from './live-streams.ts'

function opened({ beatMs = 1_000_000 } = {}) {
  const counts: ((active: number) => void)[] = []
  const listeners = new Set<(topics: Topic[]) => void>()
  const problems: unknown[] = []
  const streams = createLiveStreams({
    countActive: () => new Promise((counted) => counts.push(counted)),
    live: {
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    onProblem: (error) => problems.push(error),
    beatMs,
  })
  return {
    counts,
    listeners,
    problems,
    streams,
    tell(topic: Topic) {
      for (const hear of listeners) hear([topic])
    },
  }
}

function stream(check = async () => {}) {
  const heard: string[] = []
  let hear = () => {}
  const one: LiveStream & { heard: string[]; next(): Promise<void> } = {
    heard,
    send: (event, data) => {
      heard.push(`${event} ${JSON.stringify(data)}`)
      hear()
    },
    end: () => {
      heard.push('end')
      hear()
    },
    check,
    next: () => new Promise((soon) => (hear = soon)),
  }
  return one
}

test('one count answers all streams, and changes that come while it is under way share the next one', async () => {
  const { counts, streams, tell } = opened()
  const all = Array.from({ length: 20 }, () => stream())
  const closers = all.map((one) => streams.open('session', one))
  expect(counts).toHaveLength(1)
  const last = all.at(-1)
  const told = last?.next()
  counts[0]?.(3)
  await told
  for (const one of all) expect(one.heard).toEqual(['active {"activeNow":3}'])

  for (let change = 0; change < 50; change += 1) tell('visitors')
  expect(counts).toHaveLength(2)
  let heard = last?.next()
  counts[1]?.(4)
  await heard
  heard = last?.next()
  expect(counts).toHaveLength(3)
  counts[2]?.(5)
  await heard
  expect(last?.heard.filter((line) => line.startsWith('active'))).toEqual([
    'active {"activeNow":3}',
    'active {"activeNow":4}',
    'active {"activeNow":5}',
  ])
  for (const close of closers) close()
})

test('a session has at most 20 streams, and one that closes makes room', () => {
  const { streams, listeners } = opened()
  const closers = Array.from({ length: 20 }, () => streams.open('session', stream()))
  expect(() => streams.open('session', stream())).toThrow(Refusal)
  const other = streams.open('another', stream())
  closers[0]?.()
  closers[0]?.()
  closers.push(streams.open('session', stream()))
  expect(() => streams.open('session', stream())).toThrow('open in too many tabs')
  expect(listeners.size).toBe(1)
  for (const close of [...closers, other]) close()
  expect(listeners.size).toBe(0)
})

test('at each beat a session is asked for once, and one that has ended ends its streams alone', async () => {
  let checks = 0
  const { counts, streams } = opened({ beatMs: 1 })
  const good = stream(async () => {
    checks += 1
  })
  const gone = Array.from({ length: 3 }, () =>
    stream(async () => {
      throw new Refusal('no-session', 'Please sign in.')
    }),
  )
  const closers = gone.map((one) => streams.open('ended', one))
  closers.push(streams.open('good', good))
  const ended = gone[2]?.next()
  await ended
  for (const one of gone) expect(one.heard).toContain('end')
  const told = good.next()
  counts[0]?.(1)
  await told
  expect(checks).toBeGreaterThan(0)
  expect(good.heard).not.toContain('end')
  for (const close of closers) close()
})
