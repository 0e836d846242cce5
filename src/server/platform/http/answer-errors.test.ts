import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { refusalOf } from './answer-errors.ts'

test('what the database stopped at its time limit is no fault of ours, and may be asked for again', () => {
  const stopped = Object.assign(
    new DatabaseError('canceling statement due to statement timeout', 0, 'error'),
    {
      code: '57014',
    },
  )
  expect(refusalOf(stopped)).toMatchObject({
    code: 'busy',
    retryAfterSeconds: 30,
    message: 'This took too long and was stopped. Please try again in a moment, or ask for less.',
  })
  expect(refusalOf(new Error('anything else'))).toMatchObject({ code: 'unexpected' })
})
