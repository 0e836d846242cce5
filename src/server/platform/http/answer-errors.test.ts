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

test.each([
  ['40P01', 'deadlock detected'],
  ['40001', 'could not serialize access due to concurrent update'],
  ['55P03', 'canceling statement due to lock timeout'],
])('what another transaction was in the way of (%s) may be asked for again', (code, message) => {
  const inTheWay = Object.assign(new DatabaseError(message, 0, 'error'), { code })
  expect(refusalOf(inTheWay)).toMatchObject({ code: 'busy', retryAfterSeconds: expect.any(Number) })
})
