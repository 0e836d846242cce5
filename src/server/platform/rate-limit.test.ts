import { expect, it } from 'vitest'
import { storedKeys } from './rate-limit.ts'

it('keys say what they count, never whom, and only the installation’s own secret makes them', () => {
  const stored = storedKeys('a secret')
  expect(stored('funnel claim ada@example.com')).toMatch(/^funnel claim [\w-]{43}$/)
  expect(stored('lead address 203.0.113.7')).toBe(stored('lead address 203.0.113.7'))
  expect(stored('lead address 203.0.113.7')).not.toBe(stored('lead address 203.0.113.8'))
  expect(stored('funnel claim (202) 555-0143')).toMatch(/^funnel claim [\w-]{43}$/)
  expect(stored('anything else')).toMatch(/^other [\w-]{43}$/)
  expect(storedKeys('another')('funnel claim x')).not.toBe(stored('funnel claim x'))
})
