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

it('leaves a source as it is that is called what every object has', () => {
  const names = ['valueOf', 'constructor', '__proto__']
  expect([...sourceLabels(names).values()]).toEqual(names)
})
