import { expect, test } from 'vitest'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { pauseAfter } from './pause-after.ts'

test('what may have arrived is sent a handful of times in three days', () => {
  const error = new VendorError('No answer.', { vendor: 'The mail server', kind: 'unanswered' })
  const tries = [0]
  for (let at = 0; at < 72; tries.push(at))
    at += pauseAfter(error, { failingForMs: at * 3_600_000, firstMs: 5000 }) / 3_600_000
  expect(tries).toEqual([0, 0.25, 1.5, 9, 54, 324])
})

test('a pause that the mail server names is kept, however long', () => {
  const pause = { vendor: 'The mail server', kind: 'rate-limited', retryAfterMs: 7_200_000 } as const
  expect(pauseAfter(new VendorError('Later.', pause), { failingForMs: 0, firstMs: 5000 })).toBe(7_200_000)
})
