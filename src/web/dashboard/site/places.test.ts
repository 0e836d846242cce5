import { describe, expect, it } from 'vitest'
import { siteParts } from './document/site-tree.ts'
import { placeOfPath, places } from './places.ts'

describe('the places of the editor', () => {
  it('show every part of the content once', () => {
    expect(places.map(({ key }) => key).toSorted()).toEqual(siteParts.map(({ key }) => key).toSorted())
  })

  it('are found by a path of the content', () => {
    expect(placeOfPath('portal.weeks.0.title')).toMatchObject({ key: 'portal', path: '/trainingportal' })
    expect(placeOfPath('brand.coach')).toMatchObject({ path: null, preview: '/' })
    expect(placeOfPath('gone')).toBeUndefined()
  })
})
