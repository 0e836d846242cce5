import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { reachOf } from './public-address.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

/** What may be reached: this machine itself only where the product runs on a desk, never another private address. */
export type Outside = { allowsLoopback: boolean; timeoutMs?: number }

const TIMEOUT_MS = 10_000

const fail = (message: string, kind: VendorErrorKind, status?: number) =>
  new VendorError(message, { vendor: 'The webhook', kind, ...(status ? { status } : {}) })

/**
 * Why an address that the owner typed may not be called, in one sentence; null when it may. Where its name leads is
 * asked anew with each call.
 */
export function whyNotOutside(text: string, { allowsLoopback }: Outside): string | null {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'Enter an address that starts with https://.'
  if (url.username || url.password) return 'Leave user name and password out of the address.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const reach = host === 'localhost' ? 'loopback' : isIP(host) ? reachOf(host) : null
  if (reach === 'private' || (reach === 'loopback' && !allowsLoopback))
    return 'This address leads into a private network; enter one on the internet.'
  return url.protocol === 'http:' && reach !== 'loopback'
    ? 'Enter an address that starts with https://.'
    : null
}

/**
 * Posts JSON to an address that the owner typed and resolves when it answers with success. The machine behind the
 * name is looked up once and that very one is called, so that a name cannot change its mind in between; a redirect is
 * not followed. Fails with a `VendorError`.
 */
export async function postOutside(
  address: string,
  body: object,
  id: string,
  outside: Outside,
): Promise<void> {
  const refusal = whyNotOutside(address, outside)
  if (refusal) throw fail(refusal, 'refused')
  const url = new URL(address)
  const target = await targetOf(url, outside)
  const status = await post(url, target, JSON.stringify(body), id, outside.timeoutMs ?? TIMEOUT_MS)
  if (status >= 200 && status < 300) return
  const said = `The webhook answered with status ${status}.`
  if (status === 429) throw fail(said, 'rate-limited', status)
  if (status >= 500 || [408, 425].includes(status)) throw fail(said, 'unreachable', status)
  throw fail(said, 'refused', status)
}

async function targetOf(url: URL, { allowsLoopback }: Outside): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => {
        throw fail('The webhook’s name leads nowhere.', 'unreachable')
      })
  const isAllowed = (address: string) => {
    const reach = reachOf(address)
    return (
      reach === 'public' || (reach === 'loopback' && allowsLoopback && host === 'localhost') || isIP(host) > 0
    )
  }
  if (!found.every(({ address }) => isAllowed(address)))
    throw fail('The webhook’s name leads into a private network.', 'refused')
  const [first] = found
  if (!first) throw fail('The webhook’s name leads nowhere.', 'unreachable')
  return first.address
}

function post(url: URL, target: string, body: string, id: string, timeoutMs: number): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: target,
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        path: url.pathname + url.search,
        method: 'POST',
        // The certificate must be the name's, although the address is called.
        ...(isIP(host) ? {} : { servername: host }),
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          host: url.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': id,
        },
      },
      (response) => {
        // What it says beyond the status is of no use and may be endless.
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', (error) => {
      const code = 'code' in error ? ` (${String(error.code)})` : ''
      reject(
        fail(
          `The webhook could not be reached${error.name === 'TimeoutError' ? ' in time' : code}.`,
          'unreachable',
        ),
      )
    })
    sent.end(body)
  })
}
