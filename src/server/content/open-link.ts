import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { reachOf } from '#server/integrations/public-address.ts'

/** What trying a link showed. `unknown`: it could not be tried from here, or the other side would not say. */
export type Tried = 'opens' | 'gone' | 'private' | 'unknown'

/** How the outside world is reached; tests bring their own. */
export type Outside = {
  addressesOf(host: string): Promise<string[]>
  isAllowed(address: string): boolean
  request: typeof request
  isPortAllowed(port: string): boolean
}

const WITHIN_MS = 4000
const REDIRECTS = 3

const internet: Outside = {
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: (address) => reachOf(address) === 'public',
  request,
  isPortAllowed: (port) => port === '' || port === '443',
}

/**
 * Tries whether an https link opens: within four seconds, at public addresses only, wherever it redirects. The name
 * is looked up once and that very address is called, so that it cannot become another in between.
 */
export async function openLink(address: string, outside: Outside = internet): Promise<Tried> {
  const until = AbortSignal.timeout(WITHIN_MS)
  let to = address
  for (let step = 0; step <= REDIRECTS; step++) {
    const answer = await ask(to, outside, until)
    if (typeof answer === 'string') return answer
    to = answer.redirectsTo
  }
  return 'unknown'
}

async function ask(
  to: string,
  outside: Outside,
  until: AbortSignal,
): Promise<Tried | { redirectsTo: string }> {
  const url = URL.parse(to)
  if (url?.protocol !== 'https:' || url.username || !outside.isPortAllowed(url.port)) return 'private'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const addresses = await Promise.race([outside.addressesOf(host), ended(until)])
    if (addresses.length === 0 || !addresses.every(outside.isAllowed)) return 'private'
    const { status, location } = await head(url, addresses[0] ?? '', outside, until)
    if (status >= 300 && status < 400 && location) return { redirectsTo: new URL(location, url).href }
    if (status < 400) return 'opens'
    return status === 404 || status === 410 ? 'gone' : 'unknown'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTFOUND' ? 'gone' : 'unknown'
  }
}

const ended = (until: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => until.addEventListener('abort', () => reject(new Error('took too long'))))

/** One request whose body is never read. GET, because many booking pages answer HEAD with an error. */
function head(
  url: URL,
  address: string,
  outside: Outside,
  signal: AbortSignal,
): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const call = outside.request({
      method: 'GET',
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || undefined,
      path: url.pathname + url.search,
      signal,
      agent: false,
      headers: {
        'user-agent': 'Mozilla/5.0 (compatible; Leadline link check)',
        accept: 'text/html,*/*;q=0.5',
      },
      lookup: (_host, options, done) => {
        const family = address.includes(':') ? 6 : 4
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
    call.on('error', reject)
    call.on('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
      call.destroy()
    })
    call.end()
  })
}
