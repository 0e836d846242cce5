import { describe, expect, it } from 'vitest'
import { fragmentOf, placeIn } from './portal-address.ts'

describe('the address of a place in the portal', () => {
  it.each([
    ['week3', { week: 'week3' }],
    ['week2-video1', { week: 'week2', video: 0 }],
    ['week4-video12', { week: 'week4', video: 11 }],
    ['week12-video1', { week: 'week12', video: 0 }],
  ])('is #%s and leads back there', (fragment, place) => {
    expect(fragmentOf(place)).toBe(fragment)
    expect(placeIn(`#${fragment}`)).toEqual(place)
  })

  it.each(['', '#', '#week', '#week0', '#week12345', '#week1-video0', '#week1-video', '#access', '#week1x'])(
    'is not “%s”',
    (fragment) => {
      expect(placeIn(fragment)).toBeUndefined()
    },
  )
})
