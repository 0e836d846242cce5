import { isIP } from 'node:net'

const GROUPS_OF_A_NETWORK = 4

/**
 * What a caller's address is counted under, wherever something is limited by address: IPv4 as it is, also where it is
 * written as IPv6, and any other IPv6 address by its /64, which is what one home or phone is given to roam in.
 */
export function addressKey(ip: string): string {
  const address = ip.replace(/%.*$/s, '')
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, GROUPS_OF_A_NETWORK).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  // The URL parser writes each address in one way: small letters, no dots, no leading zeros, one gap at most.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
