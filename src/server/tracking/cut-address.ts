import { isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_KEPT = 3

/** An address without what tells one household apart: IPv4 without its last number (/24), IPv6 cut to its /48. */
export function cutAddress(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain.replace(/\.\d+$/, '.0')
  const kept = groupsOf(plain).slice(0, GROUPS_KEPT)
  return hostOf(`${kept.join(':')}::`)
}

// One spelling of each address, an embedded IPv4 address as two groups.
const hostOf = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

function groupsOf(address: string): string[] {
  const [head = '', tail] = hostOf(address).split('::')
  const split = (part: string | undefined) => (part ? part.split(':') : [])
  const [before, after] = [split(head), split(tail)]
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after]
}
