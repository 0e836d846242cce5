import { expect, it } from 'vitest'
import { storedKeys, tellsCallersApart } from './rate-limit.ts'

it('keys say what they count, never whom, and only the installation’s own secret makes them', () => {
  const stored = storedKeys('a secret')
  expect(stored('funnel claim ada@example.com')).toMatch(/^funnel claim [\w-]{43}$/)
  expect(stored('lead address 203.0.113.7')).toBe(stored('lead address 203.0.113.7'))
  expect(stored('lead address 203.0.113.7')).not.toBe(stored('lead address 203.0.113.8'))
  expect(stored('funnel claim (202) 555-0143')).toMatch(/^funnel claim [\w-]{43}$/)
  expect(stored('anything else')).toMatch(/^other [\w-]{43}$/)
  expect(storedKeys('another')('funnel claim x')).not.toBe(stored('funnel claim x'))
})

it.each([
  ['172.15.0.1', true],
  ['172.16.0.1', false],
  ['172.31.255.1', false],
  ['172.32.0.1', true],
  ['172.217.16.1', true],
  ['192.168.1.1', false],
  ['10.0.0.1', false],
  ['100.10.0.1', true],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd12::1', false],
  ['2001:db8::1', true],
])('whether %s tells one caller from another: %s', (address, tells) => {
  expect(tellsCallersApart(address)).toBe(tells)
})
