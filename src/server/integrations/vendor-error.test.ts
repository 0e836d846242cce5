import { expect, test } from 'vitest'
import { VendorError } from './vendor-error.ts'

test.each([
  ['unreachable', true],
  ['unanswered', true],
  ['vendor-fault', true],
  ['rate-limited', true],
  ['refused-credentials', true],
  ['refused-sender', true],
  ['wrong-address', true],
  ['not-set-up', true],
  ['invalid-request', false],
  ['not-found', false],
] as const)('%s: worth another try is %s', (kind, retryable) => {
  expect(new VendorError('It failed.', { vendor: 'Any', kind }).retryable).toBe(retryable)
})

test('neither message nor stack holds personal data, whoever wrote it', () => {
  const error = new VendorError(
    'Anna Kern (anna@example.com, +1 202-555-0143) with pit-123-abc is refused.',
    {
      vendor: 'Any',
      kind: 'invalid-request',
      personal: ['Anna Kern'],
    },
  )
  expect(error.message).toBe('[name] ([email], [phone]) with [token] is refused.')
  expect(error.stack).not.toMatch(/Anna|example\.com|0143|123-abc/)
})
