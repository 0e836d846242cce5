import { expect, test } from 'vitest'
import { reachOf } from './public-address.ts'

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.8.9.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'private'],
  ['100.64.0.1', 'private'],
  ['0.0.0.0', 'private'],
  ['::', 'private'],
  ['::ffff:169.254.169.254', 'private'],
  ['::ffff:a9fe:a9fe', 'private'],
  ['64:ff9b::a9fe:a9fe', 'private'],
  ['2002:7f00:1::', 'private'],
  ['100.100.100.100', 'private'],
  ['fd00::1', 'private'],
  ['fe80::1', 'private'],
  ['255.255.255.255', 'private'],
  ['not an address', 'private'],
])('%s is %s', (address, reach) => {
  expect(reachOf(address)).toBe(reach)
})
