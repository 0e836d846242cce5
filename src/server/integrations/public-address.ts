import { BlockList, isIP } from 'node:net'

const notPublic = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(address, bits, 'ipv4')
const publicSix = new BlockList()
publicSix.addSubnet('2000::', 3, 'ipv6')
// Ways to write an IPv4 address as an IPv6 one, and addresses of documentation.
const notPublicSix = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublicSix.addSubnet(address, bits, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Where an address leads: the internet, this very machine, or some network that is nobody else's business. */
export type Reach = 'public' | 'loopback' | 'private'

/** Tells where an IP address leads; one written inside another (`::ffff:10.0.0.1`) counts as what it holds. */
export function reachOf(address: string): Reach {
  const version = isIP(address)
  if (version === 0) return 'private'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return reachOf(mapped)
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (loopback.check(address, family)) return 'loopback'
  const isPublic =
    version === 4
      ? !notPublic.check(address, 'ipv4')
      : publicSix.check(address, 'ipv6') && !notPublicSix.check(address, 'ipv6')
  return isPublic ? 'public' : 'private'
}

/** Whether a site's address leads to it from the internet; none, this machine's own and a local network's do not. */
export function isInternetAddress(siteUrl: string | undefined): boolean {
  const host = siteUrl ? new URL(siteUrl).hostname.replace(/^\[|\]$/g, '') : 'localhost'
  if (isIP(host) !== 0) return reachOf(host) === 'public'
  return !/(^|\.)(localhost|local|internal|test)$/.test(host)
}
