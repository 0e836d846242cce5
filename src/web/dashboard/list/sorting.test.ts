import { describe, expect, it } from 'vitest'
import { nextSorting, readSorting } from './sorting.ts'

describe('the order of a list', () => {
  it('is read from the address, both ways', () => {
    expect(readSorting('name', ['name'])).toEqual({ sort: 'name', dir: 'asc' })
    expect(readSorting('-name', ['name'])).toEqual({ sort: 'name', dir: 'desc' })
    expect(readSorting('', ['name'])).toBeUndefined()
    expect(readSorting('nonsense', ['name'])).toBeUndefined()
  })

  it('turns with each press, and the third takes it off', () => {
    const presses = (isNumber: boolean) => {
      const first = nextSorting('', 'name', isNumber)
      const second = nextSorting(first, 'name', isNumber)
      return [first, second, nextSorting(second, 'name', isNumber)]
    }
    expect(presses(false)).toEqual(['name', '-name', ''])
    expect(presses(true)).toEqual(['-name', 'name', ''])
    expect(nextSorting('-other', 'name', false)).toBe('name')
  })
})
