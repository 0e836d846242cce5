import { expect, test } from 'vitest'
import { VendorError } from './vendor-error.ts'

test.each([
  ['unreachable', true],
  ['rate-limited', true],
  ['credentials', true],
  ['refused', false],
  ['not-found', false],
] as const)('%s: worth another try is %s', (kind, retryable) => {
  expect(new VendorError('It failed.', { vendor: 'Any', kind }).retryable).toBe(retryable)
})

test('neither message nor stack holds personal data, whoever wrote it', () => {
  const error = new VendorError(
    'Anna Kern (anna@example.com, +1 202-555-0143) with pit-123-abc is refused.',
    {
      vendor: 'Any',
      kind: 'refused',
      personal: ['Anna Kern'],
    },
  )
  expect(error.message).toBe('[name] ([email], [phone]) with [token] is refused.')
  expect(error.stack).not.toMatch(/Anna|example\.com|0143|123-abc/)
})
