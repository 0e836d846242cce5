import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Clock } from '#server/platform/clock.ts'
import { reachOf } from './public-address.ts'
import { readRetryAfter } from './retry-after.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'
import { whyNoAnswer } from './why-no-answer.ts'

/** What may be reached: this machine itself only where the product runs on a desk, never another private address. */
export type Outside = { allowsLoopback: boolean; clock: Clock }

const TIMEOUT_MS = 10_000

const VENDOR = 'The webhook'
const WHERE = 'Settings → Alerts'

const fail = (message: string, kind: VendorErrorKind) => new VendorError(message, { vendor: VENDOR, kind })

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
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const target = await targetOf(url, outside, signal)
  const answer = await post(url, target, JSON.stringify(body), id, signal)
  if (answer.status >= 200 && answer.status < 300) return
  const [kind, message] = meaningOf(answer.status)
  const retryAfter = readRetryAfter(answer.retryAfter, outside.clock.now())
  throw new VendorError(message, {
    vendor: VENDOR,
    kind,
    status: answer.status,
    // A wrong address is put right by the owner, whatever it asks for meanwhile.
    ...(retryAfter && kind !== 'credentials' ? { retryAfterMs: retryAfter } : {}),
  })
}

function meaningOf(status: number): [VendorErrorKind, string] {
  const said = `(status ${status})`
  if (status === 429) return ['rate-limited', `${VENDOR} asks for a pause ${said}.`]
  if (status === 401 || status === 403)
    return ['credentials', `${VENDOR} turns our calls away ${said}. Enter its new address under ${WHERE}.`]
  if ([404, 405, 410].includes(status))
    return [
      'credentials',
      `${VENDOR} does not work: nothing answers at its address ${said}. Check it under ${WHERE}.`,
    ]
  if (status < 400)
    return [
      'credentials',
      `${VENDOR} does not work: its address leads elsewhere ${said}, and a redirect is not followed. Enter under ${WHERE} where it leads.`,
    ]
  if (status >= 500 || [408, 425].includes(status))
    return ['unreachable', `${VENDOR} has trouble of its own ${said}.`]
  return ['refused', `${VENDOR} answered with status ${status}.`]
}

async function targetOf(url: URL, { allowsLoopback }: Outside, signal: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host)
    ? [{ address: host }]
    : await Promise.race([lookup(host, { all: true }), once(signal, 'abort').then(() => [])]).catch(() => {
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

/** What is of interest of an answer. */
type Answer = { status: number; retryAfter: string | undefined }

function post(url: URL, target: string, body: string, id: string, signal: AbortSignal): Promise<Answer> {
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
        signal,
        headers: {
          host: url.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': id,
        },
      },
      (response) => {
        // What it says beyond this is of no use and may be endless.
        response.destroy()
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      },
    )
    sent.on('error', (error) => {
      reject(fail(`${VENDOR} could not be reached: ${whyNoAnswer(error)}.`, 'unreachable'))
    })
    sent.end(body)
  })
}
