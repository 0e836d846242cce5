import { expect, it } from 'vitest'
import { sourceLabels } from './source-label.ts'

it('names a platform as it writes itself, and leaves any other source as it is', () => {
  expect([...sourceLabels(['tiktok', 'ig', 'newsletter', 'Direct']).values()]).toEqual([
    'TikTok',
    'Instagram',
    'newsletter',
    'Direct',
  ])
})

it('tells two spellings of one platform apart', () => {
  expect([...sourceLabels(['ig', 'Instagram', 'instagram']).values()]).toEqual([
    'Instagram (ig)',
    'Instagram',
    'Instagram (instagram)',
  ])
})
