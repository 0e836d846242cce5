import type { PixelMoment } from '#contract/ads-on-page.ts'
import type { Attribution } from '#contract/attribution.ts'
import { mayReport, plannedAt } from './pixel-moments.ts'
import { isTaken, postHere } from './post-here.ts'
import { reportOf } from './record-traffic.ts'
import { titleOf } from './site-pages.ts'
import type { DemoVisitor } from './visitor.ts'

/** A page as a live visitor opens it, with what its browser remembers by then. */
export type LiveView = {
  path: string
  referrer: string | undefined
  attribution: Attribution
  landingPath: string
  /** The calendar's id of the booking that the page confirms. */
  booking?: string
}

/** A live visitor's browser against the running product. */
export type LiveBrowser = {
  /** Posts as the browser would and returns the answer; undefined where the product was too busy. */
  post(path: string, body: object): Promise<unknown>
  /** Opens a page: it is tracked, and what it reports on opening goes to the pixel. */
  open(view: LiveView): Promise<void>
  /** Reports a moment of a page to the pixel, where this browser may. */
  reach(path: string, moment: PixelMoment, booking?: string): Promise<void>
}

/** Opens a visitor's browser: its address, its user agent, its clicks' cookies, and the cookie that it is given. */
export function openLiveBrowser(url: string, visitor: DemoVisitor, signal: AbortSignal): LiveBrowser {
  const cookies = new Map<string, string>()
  const { fbc } = visitor.visits[0]?.attribution ?? {}
  if (mayReport(visitor.place.timezone)) {
    if (visitor.fbp) cookies.set('_fbp', visitor.fbp)
    if (fbc) cookies.set('_fbc', fbc)
  }

  const browser: LiveBrowser = {
    async post(path, body) {
      const headers = {
        'content-type': 'application/json',
        'user-agent': visitor.device.userAgent,
        'x-forwarded-for': visitor.ipAddress,
        origin: url,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }
      const answer = await postHere(url + path, headers, JSON.stringify(body), signal)
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return isTaken(path, answer) ? JSON.parse(answer.text) : undefined
    },
    async open({ path, referrer, attribution, landingPath, booking }) {
      const page = { path, title: titleOf(path), referrer, sessionId: crypto.randomUUID() }
      const view = { ...page, ...attribution, ...reportOf(visitor) }
      await browser.post('/api/visitors/track', { ...view, landingPath })
      await browser.post('/api/visitors/page-view', { ...view, eventId: crypto.randomUUID() })
      await browser.reach(path, 'load', booking)
    },
    async reach(path, moment, booking) {
      const { timezone } = visitor.place
      if (!mayReport(timezone)) return
      for (const { event: eventName, once } of plannedAt(path, moment))
        if (once !== 'booking' || booking)
          await browser.post('/api/visitors/pixel-event', {
            ...{ eventId: crypto.randomUUID(), eventName, path, moment, timezone },
            ...(once === 'booking' ? { booking } : {}),
          })
    },
  }
  return browser
}
