import { expect, it, vi } from 'vitest'
import { noteReadFrom, numbersShownAt, onPlaceChange, onShownAt } from './read-from.ts'

const answer = (from?: string, age?: string) =>
  new Headers({ ...(from && { 'X-Read-From': from }), ...(age && { 'X-Read-Age': age }) })

it('tells of which moment numbers are once they are visibly old, and when the place changes', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const [told, moved] = [vi.fn(), vi.fn()]
  const ends = [onShownAt(told), onPlaceChange(moved)]
  noteReadFrom(answer())
  noteReadFrom(answer('replica', '0.4'))
  expect(numbersShownAt()).toBeNull()
  expect(moved).not.toHaveBeenCalled()
  noteReadFrom(answer('replica', '30.0'))
  expect(numbersShownAt()).toEqual({ at: 970_000, toldAt: 1_000_000 })
  expect(told).toHaveBeenCalledTimes(1)
  noteReadFrom(answer('primary'))
  expect(numbersShownAt()).toBeNull()
  expect(moved).toHaveBeenCalledTimes(1)
  noteReadFrom(answer())
  expect(moved).toHaveBeenCalledTimes(1)
  for (const end of ends) end()
  vi.useRealTimers()
})
