/** When a pixel event happens on its page. */
export type PixelMoment = 'load' | 'popup' | 'submit' | 'checkout'

/** The events of Meta's pixel that the funnel reports (docs/spec.md, 'The advert pixel'). */
export const pixelEventNames = [
  'PageView',
  'ViewContent',
  'Lead',
  'CompleteRegistration',
  'InitiateCheckout',
  'SubmitApplication',
  'Schedule',
  'Purchase',
] as const

/** One of the funnel's pixel events. */
export type PixelEventName = (typeof pixelEventNames)[number]

/**
 * One line of a page's plan: what is reported at which moment, and with which parameters. It fires once per
 * visitor, once per person, or once per booking (docs/spec.md, 'The advert pixel').
 */
export type PlannedEvent = {
  moment: PixelMoment
  event: PixelEventName
  once: 'visitor' | 'person' | 'booking'
  value?: number
  currency?: string
  content?: string
}

/** Whom the consent banner asks: everyone, visitors where the law wants opt-in, or nobody. */
export type AskForConsent = 'always' | 'region' | 'never'

/** What a page tells its scripts about advertising, as JSON in `<meta name="leadline-ads">`. */
export type AdsOnPage = {
  /** The pixel's id; empty where there is none, and then nothing of the pixel loads. */
  pixel: string
  /** In a demo: events go to the server alone, and nothing of the pixel loads. */
  isPixelMute?: boolean
  ask: AskForConsent
  /** The version of the consent words; a yes to older words is asked for again. */
  version: string
  events: PlannedEvent[]
}

/** What vendors verify after the pages, and the server alone reports. */
export type OfflineConversionKind = 'applied' | 'booked' | 'held' | 'paid' | 'refunded'

/** How an offline conversion is reported. A payment's value is the amount paid, a refund's what was given back, never the owner's. */
export type LaterEvent = {
  event: 'SubmitApplication' | 'Schedule' | 'CallHeld' | 'Purchase' | 'Refund'
  content: string
  value?: number
  currency?: string
}
