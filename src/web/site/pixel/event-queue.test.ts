import { describe, expect, it } from 'vitest'
import {
  isPixelQueue,
  type OutgoingPixelEvent,
  onceKey,
  stillFresh,
  withFired,
  withPixelEvent,
} from './event-queue.ts'

const now = Date.UTC(2026, 10, 21)
const lead: OutgoingPixelEvent = {
  eventId: 'a',
  eventName: 'Lead',
  path: '/',
  moment: 'submit',
  parameters: {},
  at: now,
}

describe('the queue of pixel events', () => {
  it('keeps one of a kind: a second press of the button adds nothing', () => {
    const queue = withPixelEvent([lead], { ...lead, eventId: 'b' })
    expect(queue).toEqual([lead])
  })

  it('tells apart moments, pages and bookings', () => {
    const others = [
      { ...lead, moment: 'load' as const },
      { ...lead, path: '/meme' },
      { ...lead, eventName: 'Schedule' as const, booking: '1' },
      { ...lead, eventName: 'Schedule' as const, booking: '2' },
    ]
    expect(new Set([lead, ...others].map(onceKey)).size).toBe(5)
    expect(others.reduce(withPixelEvent, [lead])).toHaveLength(5)
  })

  it('lets the oldest go beyond its length', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ ...lead, path: `/${index}` }))
    const queue = many.reduce<OutgoingPixelEvent[]>(withPixelEvent, [])
    expect([queue.length, queue[0]?.path]).toEqual([20, '/5'])
  })

  it('forgets what is older than two days, and what a changed clock put far ahead', () => {
    const day = 24 * 3_600_000
    const queue = [-3, -1, 0, 3].map((days) => ({ ...lead, at: now + days * day }))
    expect(stillFresh(queue, now).map(({ at }) => (at - now) / day)).toEqual([-1, 0])
  })

  it.each([
    ['a queue', [lead], true],
    ['an empty one', [], true],
    ['something else', [{ eventId: 1 }], false],
    ['nothing', null, false],
    ['a list of nothing', [null], false],
  ])('recognises %s in what was stored', (_what, value, expected) => {
    expect(isPixelQueue(value)).toBe(expected)
  })

  it('remembers the newest hundred of what fired, each once', () => {
    const fired = Array.from({ length: 120 }, (_, index) => `Lead /${index}`).reduce<string[]>(withFired, [])
    expect([fired.length, fired[0]]).toEqual([100, 'Lead /20'])
    expect(withFired(['a', 'b'], 'a')).toEqual(['b', 'a'])
  })
})
