const BITS = { 4: 32, 6: 128 } as const
// A shorter prefix would be a large part of the internet.
const SHORTEST = { 4: 8, 6: 16 } as const
const MAPPED = 0xffff00000000n

/**
 * An address or a prefix (`192.0.2.0/24`, `2001:db8::/64`) in the one way it is written: bits behind the prefix are
 * zero, IPv6 is shortened, an IPv4 address in IPv6 form is IPv4. Undefined for anything else, and for prefixes shorter
 * than /8 (IPv4) or /16 (IPv6).
 */
export function readNetwork(text: string): string | undefined {
  const [, address = '', , length] = /^([\d.]+|[\da-f:.]+)(\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  const read = readAddress(address)
  if (!read || (length !== undefined && length !== String(Number(length)))) return undefined
  const isMapped = read.version === 6 && read.value >> 32n === MAPPED >> 32n
  const version = isMapped ? 4 : read.version
  const prefix = length === undefined ? BITS[version] : Number(length) - (isMapped ? 96 : 0)
  if (prefix < SHORTEST[version] || prefix > BITS[version]) return undefined
  const behind = BigInt(BITS[version] - prefix)
  const value = (BigInt.asUintN(BITS[version], read.value) >> behind) << behind
  return `${version === 4 ? asIpv4(value) : asIpv6(value)}${prefix === BITS[version] ? '' : `/${prefix}`}`
}

/** The part of the internet that one connection has: the /64 of an IPv6 address; undefined for anything else. */
export const connectionOf = (address: string): string | undefined =>
  address.includes(':') && !address.includes('/') ? readNetwork(`${address}/64`) : undefined

function readAddress(text: string): { version: 4 | 6; value: bigint } | undefined {
  if (!text.includes(':')) {
    const parts = text.split('.')
    // 010 is eight to some programs and ten to others.
    const isRead =
      parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
    return isRead
      ? { version: 4, value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) }
      : undefined
  }
  if (!URL.canParse(`http://[${text}]`)) return undefined
  const [before = '', after] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::')
  const groups = (half: string) => (half === '' ? [] : half.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return { version: 6, value: BigInt(`0x${all.map((group) => group.padStart(4, '0')).join('')}`) }
}

const asIpv4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')

function asIpv6(value: bigint): string {
  const groups = value.toString(16).padStart(32, '0').match(/.{4}/g) ?? []
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
