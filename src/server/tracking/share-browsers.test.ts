import { expect, it } from 'vitest'
import { unknownDevice } from '#contract/device.ts'
import { shareBrowsers } from './share-browsers.ts'

const phone = { ...unknownDevice, category: 'Mobile' as const }

it('tells each browser once, and gives every visitor the place of its own', () => {
  const { browsers, placeOf } = shareBrowsers()
  const places = [placeOf('A', phone), placeOf('A', phone), placeOf('B', phone), placeOf('B', { ...phone })]
  expect(places[1]).toBe(places[0])
  expect(places.map((place) => browsers[place ?? -1])).toEqual([
    { user_agent: 'A', device: phone },
    { user_agent: 'A', device: phone },
    { user_agent: 'B', device: phone },
    { user_agent: 'B', device: phone },
  ])
})

it('has no place for a browser of which nothing is told', () => {
  const { browsers, placeOf } = shareBrowsers()
  expect(placeOf(undefined, null)).toBeUndefined()
  expect(browsers).toEqual([])
  expect(browsers[placeOf('only a user agent', null) ?? -1]).toEqual({ user_agent: 'only a user agent' })
  expect(browsers[placeOf(undefined, phone) ?? -1]).toEqual({ device: phone })
})
