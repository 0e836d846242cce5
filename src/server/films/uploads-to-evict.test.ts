import { describe, expect, it } from 'vitest'
import { uploadsToEvict } from './uploads-to-evict.ts'

const PLACES = 8
const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour))
const upload = (id: string, hour: number, bytes = 10) => ({ id, name: id, bytes, touched_at: at(hour) })
const others = (count: number) => Array.from({ length: count }, (_, nth) => upload(`other${nth}`, 12))
const idleSince = at(9)

describe('an upload that begins', () => {
  it('has nobody make way as long as it has a place and room', () => {
    expect(uploadsToEvict([upload('idle', 1), ...others(3)], { bytes: 5, room: 5, idleSince })).toEqual([])
  })

  it('takes the place of the oldest that stood still, and of no other', () => {
    const [oldest, next] = [upload('oldest', 1), upload('next', 2)]
    const open = [oldest, next, ...others(PLACES - 2)]
    expect(uploadsToEvict(open, { bytes: 5, room: 5, idleSince })).toEqual([oldest])
  })

  it('takes the room of as many as it needs', () => {
    const open = [upload('oldest', 1), upload('next', 2), upload('last', 3), ...others(2)]
    expect(uploadsToEvict(open, { bytes: 25, room: 5, idleSince })).toEqual(open.slice(0, 2))
  })

  it('takes nothing where all of it were not enough, and says what is lacking', () => {
    expect(uploadsToEvict(others(PLACES), { bytes: 5, room: 5, idleSince })).toBe('no place')
    const open = [upload('idle', 1), ...others(2)]
    expect(uploadsToEvict(open, { bytes: 30, room: 5, idleSince })).toEqual({ roomAtMost: 15 })
    expect(uploadsToEvict(others(2), { bytes: 30, room: -5, idleSince })).toEqual({ roomAtMost: 0 })
  })
})
