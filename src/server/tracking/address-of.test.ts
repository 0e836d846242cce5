import { expect, test } from 'vitest'
import { addressOf } from './address-of.ts'

test('an address that a proxy passes on is known with its port, too, and what is none is the proxy’s own', () => {
  const passedOn = (ip: string) => addressOf({ ip, socket: { remoteAddress: '::ffff:10.0.0.2' } })
  for (const ip of ['203.0.113.7', '203.0.113.7:40512', '::ffff:203.0.113.7', '[::ffff:203.0.113.7]:40512'])
    expect(passedOn(ip)).toBe('203.0.113.7')
  for (const ip of ['2001:db8::7', '[2001:db8::7]', '[2001:db8::7]:40512'])
    expect(passedOn(ip)).toBe('2001:db8::7')
  for (const ip of [
    '',
    'unknown',
    '999.1.1.1:80',
    '[x]:80',
    '203.0.113.7:',
    '203.0.113.7:x',
    '['.repeat(7000),
  ])
    expect(passedOn(ip)).toBe('10.0.0.2')
})
