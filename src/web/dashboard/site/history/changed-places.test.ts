import { expect, it } from 'vitest'
import { changedPlaces } from './changed-places.ts'

const version = (changedPaths: string[], changedCount = changedPaths.length) => ({
  version: 3,
  publishedAt: null,
  publishedBy: null,
  note: '',
  changedPaths,
  changedCount,
  restoredFrom: null,
  isLive: false,
})

it('says in one line what a version changed', () => {
  expect(changedPlaces(version(['home.headline']))).toBe('Home › Headline')
  expect(changedPlaces(version(['consent.text', 'consent.version']))).toBe('Consent › Under every form')
  expect(changedPlaces(version(['home.headline', 'brand.coach', 'brand.email']))).toBe(
    '3 changes: Home, Brand',
  )
  expect(changedPlaces(version(['home.headline', 'brand.coach', 'meme.text', 'terms.text'], 250))).toBe(
    '250 changes: Home, Brand, Meme and more',
  )
})
