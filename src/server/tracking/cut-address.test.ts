import { expect, it } from 'vitest'
import { cutAddress } from './cut-address.ts'

it.each([
  ['203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::1', '2001:db8::'],
  ['::a:b:c:d:e:f', '0:0:a::'],
  ['::1', '::'],
  ['fe80::1%eth0', 'fe80::'],
  ['64:ff9b::203.0.113.77', '64:ff9b::'],
  ['', ''],
])('%s is kept as %s', (address, cut) => {
  expect(cutAddress(address)).toBe(cut)
})
