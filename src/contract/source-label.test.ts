import { expect, it } from 'vitest'
import { sourceAliases, sourceLabel } from './source-label.ts'

it.each([
  ['tiktok', 'TikTok'],
  ['ig', 'Instagram'],
  [' FB ', 'Facebook'],
  // As Meta itself fills in where an ad was shown.
  ['th', 'Threads'],
  ['an', 'Audience Network'],
  ['newsletter', 'newsletter'],
  ['My  News\tletter', 'My News letter'],
  ['Direct', 'Direct'],
  // What every object has is no platform.
  ['valueOf', 'valueOf'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('calls %j %j', (source, label) => {
  expect(sourceLabel(source)).toBe(label)
})

it('knows what is short for what', () => {
  expect(sourceAliases).toEqual({
    ...{ fb: 'facebook', ig: 'instagram', msg: 'messenger', th: 'threads', an: 'audience network' },
    yt: 'youtube',
  })
})
