import { expect, test } from 'vitest'
import { idsOn, isId } from './ids.ts'

const at = (iso: string) => ({ now: () => new Date(iso) })

test('ids sort in the order in which they were made, however many fall into one millisecond', () => {
  const newId = idsOn(at('2026-11-25T12:00:00Z'))
  const ids = Array.from({ length: 10_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
  for (const id of ids) expect(id).toMatch(/^.{14}7.{4}[89ab]/)
})

test('a clock that is set back does not bring earlier ids', () => {
  let now = '2026-11-25T12:00:00Z'
  const newId = idsOn({ now: () => new Date(now) })
  const before = newId()
  now = '2026-11-25T11:00:00Z'
  const meanwhile = newId()
  now = '2026-11-25T12:00:01Z'
  expect([before, meanwhile, newId()].toSorted()[1]).toBe(meanwhile)
})

test('an id begins with its time, and two makers never make the same one', () => {
  const clock = at('2026-11-25T12:00:00Z')
  const [one, other] = [idsOn(clock), idsOn(clock)]
  const hex = new Date('2026-11-25T12:00:00Z').getTime().toString(16).padStart(12, '0')
  expect(one().replaceAll('-', '')).toMatch(new RegExp(`^${hex}`))
  expect(new Set(Array.from({ length: 500 }, () => [one(), other()]).flat()).size).toBe(1000)
})
