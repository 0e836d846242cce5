import { expect, it } from 'vitest'
import { previewSentence } from './preview-sentence.ts'

it('says what a block hides and what its end brings back', () => {
  const numbers = { visitors: 31, pageViews: 1200, leads: 1 }
  expect(previewSentence({ isBlocked: false, isEstimate: false, ...numbers })).toBe(
    '31 visitors, 1 lead and 1,200 page views will be hidden.',
  )
  expect(previewSentence({ isBlocked: false, isEstimate: true, ...numbers })).toBe(
    'About 31 visitors, 1 lead and 1,200 page views will be hidden.',
  )
  expect(previewSentence({ isBlocked: true, isEstimate: false, ...numbers })).toBe(
    '31 visitors, 1 lead and 1,200 page views will come back.',
  )
  expect(previewSentence({ isBlocked: false, isEstimate: false, visitors: 0, pageViews: 0, leads: 0 })).toBe(
    'Nothing recorded so far would be hidden.',
  )
})
