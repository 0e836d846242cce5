import { expect, it } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { findText } from './find-text.ts'

it('finds a text wherever it stands, and a field by its title', () => {
  expect(findText(defaultSiteContent, 'cheat CODE').map(({ path }) => path)).toContain(
    'landerCollege.headline',
  )
  expect(findText(defaultSiteContent, 'support email')[0]?.path).toBe('brand.email')
})

it.each([
  ['photo', ['brand.portrait.src', 'home.hero.src', 'bookstrategy.photo.src']],
  ['image', ['brand.portrait.src', 'home.hero.src']],
  ['headshot', ['brand.portrait.src']],
  ['portrait', ['brand.portrait.src']],
  ['logo', ['brand.logo.src']],
  ['colour', ['brand.accent']],
  ['color', ['brand.accent']],
  ['accent', ['brand.accent']],
])('finds by the word people use: %s', (wanted, paths) => {
  const found = findText(defaultSiteContent, wanted).map(({ path }) => path)
  expect(found).toEqual(expect.arrayContaining(paths))
})

it('puts the thing itself before texts that mention it', () => {
  expect(findText(defaultSiteContent, 'logo')[0]?.path).toBe('brand.logo.src')
  expect(findText(defaultSiteContent, 'colour')[0]?.path).toBe('brand.accent')
})

it.each(['captions', 'Subtitles'])('finds where %s are added, and the ones that are there', (wanted) => {
  const content = structuredClone(defaultSiteContent)
  const src = '/films/captions/00112233445566778899aabbccddeeff.vtt'
  content.freetraining2.video.captions = [{ language: 'en', src }]
  const found = findText(content, wanted).map(({ path }) => path)
  expect(found).toContain('freetraining.video.captions')
  expect(found).toContain('freetraining2.video.captions.0.src')
})

it('finds nothing for a single letter', () => {
  expect(findText(defaultSiteContent, 'a')).toEqual([])
})
