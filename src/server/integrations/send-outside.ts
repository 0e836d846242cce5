import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Clock } from '#server/platform/clock.ts'
import { reachOf } from './public-address.ts'
import { whyNoAnswer } from './why-no-answer.ts'

/** What may be reached: this machine itself only where the product runs on a desk, never another private address. */
export type Outside = { allowsLoopback: boolean; clock: Clock }

/**
 * Why there was no answer: the name leads nowhere or into a private network, the call itself failed, or what came made
 * no sense.
 */
export class NoAnswer extends Error {
  readonly what: 'name-nowhere' | 'name-private' | 'failed' | 'nonsense'

  constructor(what: NoAnswer['what'], why: string) {
    super(why)
    this.what = what
  }
}

/** An answer's status, how long it asks to be left alone, and the beginning of its text where it was asked for. */
export type OutsideAnswer = { status: number; retryAfter: string | undefined; text: string }

const TIMEOUT_MS = 10_000

/**
 * Posts JSON to an address that `whyNotOutside` has nothing against, and returns the answer whatever it says. The machine
 * behind the name is looked up once and that very one is called, so that a name cannot change its mind in between; a
 * redirect is not followed. `readUpTo`: so many bytes of the answer's text. Fails with `NoAnswer`.
 */
export async function sendOutside(
  address: string,
  call: { body: string; headers: Record<string, string>; readUpTo: number },
  outside: Outside,
): Promise<OutsideAnswer> {
  const url = new URL(address)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const target = await targetOf(url, outside, signal)
  return post(url, target, call, signal)
}

/** The machine behind an address's name, looked up once; refused where any that it names is not for us to call. */
export async function targetOf(url: URL, { allowsLoopback }: Outside, signal: AbortSignal): Promise<string> {
  const nowhere = () => new NoAnswer('name-nowhere', 'its name leads nowhere')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host)
    ? [{ address: host }]
    : await Promise.race([lookup(host, { all: true }), once(signal, 'abort').then(() => [])]).catch(() => {
        throw nowhere()
      })
  const isAllowed = (address: string) => {
    const reach = reachOf(address)
    return (
      reach === 'public' || (reach === 'loopback' && allowsLoopback && host === 'localhost') || isIP(host) > 0
    )
  }
  if (!found.every(({ address }) => isAllowed(address)))
    throw new NoAnswer('name-private', 'its name leads into a private network')
  const [first] = found
  if (!first) throw nowhere()
  return first.address
}

function post(
  url: URL,
  target: string,
  { body, headers, readUpTo }: { body: string; headers: Record<string, string>; readUpTo: number },
  signal: AbortSignal,
): Promise<OutsideAnswer> {
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
        // A connection kept from before would say nothing about the way of now.
        agent: false,
        headers: {
          host: url.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        // The status has said enough; what is said beyond this may be endless, or break off.
        const end = () => {
          response.destroy()
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            text: text.slice(0, readUpTo),
          })
        }
        if (readUpTo === 0) return end()
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length >= readUpTo) end()
        })
        response.on('end', end)
        response.on('error', end)
      },
    )
    sent.on('error', (error) => {
      const { kind, why } = whyNoAnswer(error)
      reject(new NoAnswer(kind === 'vendor-fault' ? 'nonsense' : 'failed', why))
    })
    sent.end(body)
  })
}
