import type { IncomingMessage } from 'node:http'

/**
 * The address of a request, or in place of one that cannot be decoded an address that nothing is at: what stands
 * there is then answered like any other unknown address, instead of in the framework's words.
 */
export function readableAddress({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url
  try {
    decodeURI(url.replace(/[?#].*$/s, ''))
    return url
  } catch {
    return url.startsWith('/api/') ? '/api/unreadable' : '/unreadable'
  }
}
