import { describe, expect, it, test } from 'vitest'
import { readConfig } from './config.ts'

describe('the proxies in front', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['0', 0],
    ['1', 1],
    [' 2 ', 2],
    ['loopback', 'loopback'],
    ['10.0.0.2, 10.1.0.0/16,fd00::/8', '10.0.0.2,10.1.0.0/16,fd00::/8'],
    ['loopback,uniquelocal', 'loopback,uniquelocal'],
  ])('TRUST_PROXY=%s', (value, read) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(read)
  })

  it.each([
    ...['true', 'TRUE', 'yes', 'on', '-1', '1.5', '100', 'proxy.example', '10.0.0.0/33', '10.0.0.1,yes'],
    ...['0.0.0.0/0', '::/0'],
  ])('TRUST_PROXY=%s stops the start with a sentence that names it', (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
      `TRUST_PROXY must be the number of proxies in front of this server (such as 1) or their addresses (such as 10.0.0.2, 10.0.0.0/8 or loopback); it is "${value}".`,
    )
  })
})

test('a value of several lines is shown on one', () => {
  expect(() => readConfig({ TRUST_PROXY: '10.0.0.2\nproxy' })).toThrow(/ it is "10\.0\.0\.2 proxy"\.$/)
})

test('nothing trusts whoever names an address unless proxies are set', () => {
  expect(readConfig({}).trustProxy).toBe(false)
})
