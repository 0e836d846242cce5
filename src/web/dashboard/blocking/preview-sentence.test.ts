import { expect, it } from 'vitest'
import { previewSentence } from './preview-sentence.ts'

it('says what a block hides and what its end brings back', () => {
  const numbers = { visitors: 31, pageViews: 1200, leads: 1, keptFrom: null }
  expect(previewSentence({ isBlocked: false, isEstimate: false, ...numbers })).toBe(
    '31 visitors, 1 lead and 1,200 page views will be hidden.',
  )
  expect(previewSentence({ isBlocked: false, isEstimate: true, ...numbers })).toBe(
    'About 31 visitors, 1 lead and 1,200 page views will be hidden.',
  )
  expect(previewSentence({ isBlocked: true, isEstimate: false, ...numbers })).toBe(
    '31 visitors, 1 lead and 1,200 page views will come back.',
  )
  const none = { ...numbers, visitors: 0, pageViews: 0, leads: 0 }
  expect(previewSentence({ isBlocked: false, isEstimate: false, ...none })).toBe(
    'Nothing recorded so far would be hidden.',
  )
})

it('says where it ends', () => {
  const numbers = { visitors: 1, pageViews: 3, leads: 0, keptFrom: '2025-10-01' }
  expect(previewSentence({ isBlocked: false, isEstimate: false, ...numbers })).toBe(
    '1 visitor, 0 leads and 3 page views will be hidden. Numbers from before Oct 1, 2025 stay as they were counted.',
  )
})
