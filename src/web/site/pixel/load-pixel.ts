import { pageAds } from '#web/site/browser/page-ads.ts'

const ADDRESS = 'https://connect.facebook.net/en_US/fbevents.js'

/** Meta's function as its script expects to find it: calls made before it has loaded wait in `queue`. */
type Fbq = {
  (...call: unknown[]): void
  callMethod?: (...call: unknown[]) => void
  queue: unknown[][]
  push: unknown
  loaded: boolean
  version: string
  disablePushState: boolean
}

declare global {
  interface Window {
    fbq?: Fbq
    _fbq?: Fbq
  }
}

function waitingFbq(): Fbq {
  const fbq: Fbq = Object.assign(
    (...call: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...call)
      else fbq.queue.push(call)
    },
    // No events of its own when an address changes without a new page.
    { queue: [], push: undefined, loaded: true, version: '2.0', disablePushState: true },
  )
  fbq.push = fbq
  return fbq
}

let loading: Promise<Fbq> | undefined

/**
 * Loads the pixel, once per page, and starts it without advanced matching and without its automatic events: it
 * learns what it is told and nothing of forms or buttons. Rejects where the script is blocked.
 */
export function loadPixel(id: string): Promise<Fbq> {
  loading ??= new Promise((resolve, reject) => {
    const fbq = window.fbq ?? waitingFbq()
    window.fbq = fbq
    window._fbq = fbq
    fbq('set', 'autoConfig', false, id)
    fbq('init', id)
    // Its events wait in its queue, for anybody who looks, and go nowhere.
    if (pageAds.isPixelMute) return resolve(fbq)
    const script = document.createElement('script')
    script.async = true
    script.src = ADDRESS
    script.onload = () => resolve(fbq)
    script.onerror = () => reject(new Error('The pixel is blocked.'))
    document.head.append(script)
  })
  return loading
}
