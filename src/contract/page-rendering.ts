import type { Attribution } from './attribution.ts'
import type { BookedCall, FreeSlots } from './calendar.ts'
import type { SiteContent } from './site-content.ts'

/**
 * What a visitor typed and what was wrong with it, when a form without JavaScript comes back; `advert` is what the
 * address of its page told. `alert` is a sentence for the whole form, such as that the service is busy.
 */
export type ReturnedForm = {
  values: Record<string, string>
  advert: Attribution
  errors: Record<string, string>
  alert?: string
}

/** What the page of bookings shows: times to book or, with `call`, a call that may be moved or cancelled. */
export type BookingOnPage = {
  free: FreeSlots
  /** The timezone that times are written in. */
  timezone: string
  call?: { token: string; booking: BookedCall }
  /** What has just been done. */
  done?: 'booked' | 'moved' | 'cancelled'
  /** The id of the try that the form stands for. */
  bookingId: string
  values: Record<string, string>
  errors: Record<string, string>
  alert?: string
}

/** What the renderer needs to draw a page: where, with which words, for which address, in which year. */
export type PageRequest = {
  path: string
  content: SiteContent
  /** The site's own address without a trailing slash, e.g. `https://coach.example`. */
  publicUrl: string
  year: number
  form?: ReturnedForm
  /** Draws the page of bookings, which is nobody else's to see. */
  booking?: BookingOnPage
  /** For the owner's eyes: nothing is counted. */
  isPreview?: boolean
  /** In a demo: the pixel's script stays out, and the page's policy forbids its hosts. */
  isPixelMute?: boolean
  /** Nothing here can set off a call: a page that announces one says that none will come. */
  isWithoutCalls?: boolean
}

/** Directives of the Content-Security-Policy that a page may widen by hosts of its own. */
export type PolicyDirective = 'script' | 'style' | 'img' | 'font' | 'connect' | 'frame' | 'media' | 'worker'

/** A page ready to send: the whole document and what its security policy must allow beyond the site itself. */
export type RenderedPage = {
  status: 200 | 404
  html: string
  /** Text of every inline `<style>`, exactly as in the document: the policy allows their hashes. */
  styles: string[]
  /** Hosts of third parties this page uses, by directive. */
  hosts: Partial<Record<PolicyDirective, string[]>>
  /** A third-party player on this page writes its own inline styles, so hashes alone cannot do. */
  foreignStyles: boolean
  /** Other sites may show the page in a frame; otherwise only this site may. */
  isFrameable?: boolean
  /** Whether search engines may list the page. */
  listed: boolean
  /** It announces a call, and is another page where none can come. */
  announcesCall?: boolean
}

/** What the built renderer exports. */
export type SiteRenderer = {
  renderPage: (request: PageRequest) => RenderedPage
  /** The consent words exactly as they stand under a form, names filled in: what a consent receipt keeps. */
  shownConsent: (content: SiteContent) => SiteContent['consent']
  /** The advert banner's words exactly as pages show them: what its receipt keeps. */
  shownAdConsent: (content: SiteContent) => SiteContent['adConsent']
  /** The application form exactly as pages show it. */
  shownApplication: (content: SiteContent) => SiteContent['apply']
  /** Every path that has a page, the page for unknown addresses excluded. */
  publicPaths: string[]
}
