import { expect, it } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { findText } from './find-text.ts'

it('finds a text wherever it stands, and a field by its title', () => {
  expect(findText(defaultSiteContent, 'cheat CODE').map(({ path }) => path)).toContain(
    'landerCollege.headline',
  )
  expect(findText(defaultSiteContent, 'support email')[0]?.path).toBe('brand.email')
})

it('finds nothing for a single letter', () => {
  expect(findText(defaultSiteContent, 'a')).toEqual([])
})
