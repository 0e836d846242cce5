import { isIP } from 'node:net'
import { ConfigProblem, inOneLine } from './config-values.ts'

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
// More is a mistake, and would believe whatever a visitor writes into the header.
const MOST_PROXIES = 10

/**
 * A number of proxies, or their addresses, as Fastify's trustProxy takes them. Trusting whoever sends the header is
 * not offered: anybody could then choose the address that limits and blocks know them by.
 */
export function readTrustProxy(value: string | undefined): false | number | string {
  if (value === undefined || value === 'false' || value === 'off') return false
  if (/^\d+$/.test(value) && Number(value) <= MOST_PROXIES) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  if (networks.every((network) => NAMED_NETWORKS.includes(network) || isNetwork(network)))
    return networks.join(',')
  throw new ConfigProblem(
    `TRUST_PROXY must be the number of proxies in front of this server (such as 1) or their addresses (such as 10.0.0.2, 10.0.0.0/8 or loopback); it is "${inOneLine(value)}".`,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  // A network of all addresses is no network of proxies.
  const isSize = (size: number) => size >= 1 && size <= (version === 4 ? 32 : 128)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && isSize(Number(bits)))
}
