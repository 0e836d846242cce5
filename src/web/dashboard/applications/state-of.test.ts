import { expect, it } from 'vitest'
import { stateOf } from './state-of.ts'

it('says how far an application came, of one question and of several', () => {
  const begun = { isFinished: false, ending: null, answered: 1, of: 1 }
  expect(stateOf(begun)).toBe('Left unfinished: 1 of 1 question')
  expect(stateOf({ ...begun, of: 9 })).toBe('Left unfinished: 1 of 9 questions')
  expect(stateOf({ ...begun, isFinished: true, ending: 'Book a call' })).toBe('Applied, led to Book a call')
})
