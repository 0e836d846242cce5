import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addressKey } from './address-key.ts'

describe('what an address is counted under', () => {
  test.each([
    ['8.8.4.4', '8.8.4.4'],
    ['::ffff:8.8.4.4', '8.8.4.4'],
    ['::FFFF:8.8.4.4', '8.8.4.4'],
    ['::ffff:808:404', '8.8.4.4'],
    ['0:0:0:0:0:ffff:8.8.4.4', '8.8.4.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('%s under %s', (address, key) => expect(addressKey(address)).toBe(key))

  it('is one for a whole /64 and another for every other, however the address is written', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const eight = fc.array(group, { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(eight, eight, fc.boolean(), (groups, others, isUpper) => {
        const write = (of: number[]) => of.map((number) => number.toString(16)).join(':')
        const address = write(groups)
        const sameNetwork = write([...groups.slice(0, 4), ...others.slice(4)])
        const elsewhere = write([...groups.slice(0, 3), ((groups[3] ?? 0) + 1) % 0x10000, ...groups.slice(4)])
        fc.pre([address, sameNetwork, elsewhere].every((each) => !/^(0:){5}ffff/.test(each)))
        expect(isIP(address)).toBe(6)
        expect(addressKey(isUpper ? address.toUpperCase() : address)).toBe(addressKey(sameNetwork))
        expect(addressKey(new URL(`http://[${address}]`).hostname.slice(1, -1))).toBe(addressKey(address))
        expect(addressKey(elsewhere)).not.toBe(addressKey(address))
      }),
    )
  })
})
