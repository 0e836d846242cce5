import { describe, expect, it } from 'vitest'
import { isOutbox, OUTBOX_LIMIT, type OutgoingEvent, withEvent, withoutEvent } from './outbox.ts'

const event = (id: string): OutgoingEvent => ({ id, url: '/api/visitors/track', body: { path: `/${id}` } })

describe('the outbox', () => {
  it('keeps events in their order and each only once', () => {
    const events = withEvent(withEvent([event('a')], event('b')), event('a'))
    expect(events.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('lets the oldest go beyond its limit', () => {
    const many = Array.from({ length: OUTBOX_LIMIT + 3 }, (_, index) => event(String(index)))
    const kept = many.reduce<OutgoingEvent[]>(withEvent, [])
    expect(kept).toHaveLength(OUTBOX_LIMIT)
    expect(kept[0]?.id).toBe('3')
  })

  it('forgets a delivered event and no other', () => {
    expect(withoutEvent([event('a'), event('b')], 'a')).toEqual([event('b')])
  })

  it.each([
    ['an outbox', [event('a')], true],
    ['an empty one', [], true],
    ['a list of something else', [{ id: 1 }], false],
    ['a list of nothing', [null], false],
    ['no list', { id: 'a' }, false],
  ])('recognises %s in what was stored', (_what, value, expected) => {
    expect(isOutbox(value)).toBe(expected)
  })
})
