import { expect, it } from 'vitest'
import { connectionOf, readNetwork } from './network.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.77/24', '192.0.2.0/24'],
  ['10.9.8.7/8', '10.0.0.0/8'],
  ['192.0.2.1/32', '192.0.2.1'],
  ['0.0.0.0', '0.0.0.0'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['2001:db8:1:2:3:4:5:6/64', '2001:db8:1:2::/64'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['::1', '::1'],
  ['::', '::'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1/120', '192.0.2.0/24'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
])('reads %s as %s', (text, network) => {
  expect(readNetwork(text)).toBe(network)
})

it.each([
  '',
  '01.2.3.4',
  '1.2.3',
  '1.2.3.256',
  '1.2.3.4.5',
  '1.2.3.4/7',
  '1.2.3.4/33',
  '1.2.3.4/08',
  '1.2.3.4/',
  '1.2.3.4/24/24',
  "1.2.3.4'--",
  '2001:db8::/15',
  '2001:db8::/129',
  '2001:db8::1::2',
  'fe80::1%eth0',
  ':::',
  '12345::',
  'localhost',
  '::ffff:1.2.3.4/100',
])('does not take %s', (text) => {
  expect(readNetwork(text)).toBeUndefined()
})

it('names the connection behind an IPv6 address', () => {
  expect(connectionOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(connectionOf('192.0.2.1')).toBeUndefined()
  expect(connectionOf('2001:db8::/48')).toBeUndefined()
  expect(connectionOf('2001:zz')).toBeUndefined()
})
