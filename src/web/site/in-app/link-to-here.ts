import { post } from '#web/site/browser/call.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'

/** A link to this page that carries the visitor along; where none can be had, the page's plain address. Never throws. */
export async function linkToHere(): Promise<string> {
  const plain = location.origin + onward(location.pathname)
  try {
    const answer = await post('/api/visitors/hand-off', { to: location.pathname, ...visitLeave() })
    const { url }: { url?: unknown } = answer.ok ? await answer.json() : {}
    return typeof url === 'string' ? location.origin + onward(url) : plain
  } catch (error) {
    console.warn('The link does not carry the visitor along.', error)
    return plain
  }
}
