import { expect, it } from 'vitest'
import { previewWords } from './preview-words.ts'

it('says what a block hides and what its end brings back', () => {
  const numbers = { visitors: 31, pageViews: 1200, leads: 1 }
  expect(previewWords({ isBlocked: false, isEstimate: false, ...numbers })).toBe(
    '31 visitors, 1 lead and 1,200 page views will be hidden.',
  )
  expect(previewWords({ isBlocked: false, isEstimate: true, ...numbers })).toBe(
    'About 31 visitors, 1 lead and 1,200 page views will be hidden.',
  )
  expect(previewWords({ isBlocked: true, isEstimate: false, ...numbers })).toBe(
    '31 visitors, 1 lead and 1,200 page views will come back.',
  )
  expect(previewWords({ isBlocked: false, isEstimate: false, visitors: 0, pageViews: 0, leads: 0 })).toBe(
    'Nothing recorded so far would be hidden.',
  )
})
