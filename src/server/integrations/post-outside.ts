import { isIP } from 'node:net'
import { reachOf } from './public-address.ts'
import { readRetryAfter } from './retry-after.ts'
import { NoAnswer, type Outside, sendOutside } from './send-outside.ts'
import { isOwnersToMend, VendorError, type VendorErrorKind } from './vendor-error.ts'

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
 * Posts JSON to an address that the owner typed and resolves when it answers with success. Only what is on the internet
 * is called, and a redirect is not followed. Fails with a `VendorError`.
 */
export async function postOutside(
  address: string,
  body: object,
  id: string,
  outside: Outside,
): Promise<void> {
  const refusal = whyNotOutside(address, outside)
  if (refusal) throw fail(refusal, 'invalid-request')
  const call = { body: JSON.stringify(body), headers: { 'idempotency-key': id }, readUpTo: 0 }
  const answer = await sendOutside(address, call, outside).catch((error: unknown) => {
    throw error instanceof NoAnswer ? asVendorError(error) : error
  })
  if (answer.status >= 200 && answer.status < 300) return
  const [kind, message] = meaningOf(answer.status)
  const retryAfter = readRetryAfter(answer.retryAfter, outside.clock.now())
  throw new VendorError(message, {
    vendor: VENDOR,
    kind,
    status: answer.status,
    // A wrong address is put right by the owner, whatever it asks for meanwhile.
    ...(retryAfter && !isOwnersToMend(kind) ? { retryAfterMs: retryAfter } : {}),
  })
}

function asVendorError({ what, message }: NoAnswer): VendorError {
  if (what === 'name-nowhere') return fail('The webhook’s name leads nowhere.', 'unreachable')
  if (what === 'name-private')
    return fail('The webhook’s name leads into a private network.', 'invalid-request')
  return fail(
    `${VENDOR} could not be reached: ${message}.`,
    what === 'nonsense' ? 'vendor-fault' : 'unreachable',
  )
}

function meaningOf(status: number): [VendorErrorKind, string] {
  const said = `(status ${status})`
  if (status === 429) return ['rate-limited', `${VENDOR} asks for a pause ${said}.`]
  if (status === 401 || status === 403)
    return [
      'refused-credentials',
      `${VENDOR} turns our calls away ${said}. Enter its new address under ${WHERE}.`,
    ]
  if ([404, 405, 410].includes(status))
    return [
      'wrong-address',
      `${VENDOR} does not work: nothing answers at its address ${said}. Check it under ${WHERE}.`,
    ]
  if (status < 400)
    return [
      'wrong-address',
      `${VENDOR} does not work: its address leads elsewhere ${said}, and a redirect is not followed. Enter under ${WHERE} where it leads.`,
    ]
  // A conflict passes: our earlier call of this id may still be under way there.
  if (status >= 500 || [408, 409, 425].includes(status))
    return ['vendor-fault', `${VENDOR} has trouble of its own ${said}.`]
  return ['invalid-request', `${VENDOR} answered with status ${status}.`]
}
