import { describe, expect, it } from 'vitest'
import { siteParts } from './document/site-tree.ts'
import { placeOfPath, places, showsPath } from './places.ts'

describe('the places of the editor', () => {
  it('show every part of the content once', () => {
    const parts = places.filter(({ gathers }) => !gathers).map(({ key }) => key)
    expect(parts.toSorted()).toEqual(siteParts.map(({ key }) => key).toSorted())
  })

  it('are found by a path of the content', () => {
    expect(placeOfPath('portal.weeks.0.title')).toMatchObject({ key: 'portal', path: '/trainingportal' })
    expect(placeOfPath('brand.coach')).toMatchObject({ path: null, preview: '/' })
    expect(placeOfPath('gone')).toBeUndefined()
  })

  it('have one for what makes the site look like its owner', () => {
    expect(placeOfPath('brand.accent')).toMatchObject({ key: 'look' })
    expect(placeOfPath('brand.portrait.focusY')).toMatchObject({ key: 'look' })
    const [look, brand, home] = ['look', 'brand', 'home'].map((key) => places.find((one) => one.key === key))
    const shows = (path: string) =>
      [look, brand, home].flatMap((place) => (place && showsPath(place, path) ? [place.key] : []))
    expect(shows('brand.logo.src')).toEqual(['look'])
    expect(shows('home.hero.src')).toEqual(['look', 'home'])
    expect(shows('brand.coach')).toEqual(['brand'])
  })
})
