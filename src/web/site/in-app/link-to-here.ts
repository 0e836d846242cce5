import { advertAddress } from '#web/site/browser/advert-address.ts'
import { attributionOfRecord } from '#web/site/browser/attribution-record.ts'
import { post } from '#web/site/browser/call.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'

/** This page's address with the advert that brought the visitor: in another browser nothing else tells it. */
function addressWithAdvert(): string {
  const advert = new URLSearchParams(attributionOfRecord(visitorRecord(), 'snake')).toString()
  const { origin, href, pathname } = location
  return origin + advertAddress(pathname, { origin, href, search: advert })
}

// Whoever asked for the way out has nothing to copy until then.
const PATIENCE_MS = 5_000

/**
 * A link to here that carries the visitor along; where none can be had, or not soon, this page's address with the advert.
 * Never throws.
 */
export const linkToHere = (): Promise<string> =>
  Promise.race([
    carryingLink(),
    new Promise<string>((resolve) => setTimeout(() => resolve(addressWithAdvert()), PATIENCE_MS)),
  ])

async function carryingLink(): Promise<string> {
  try {
    const answer = await post('/api/visitors/hand-off', { to: location.pathname, ...visitLeave() })
    const { url }: { url?: unknown } = answer.ok ? await answer.json() : {}
    return typeof url === 'string' ? location.origin + onward(url) : addressWithAdvert()
  } catch (error) {
    console.warn('The link does not carry the visitor along.', error)
    return addressWithAdvert()
  }
}
