/** Who an event is about, as far as the advert account may recognise them. Nothing here is hashed yet. */
export type AdPerson = {
  emails: string[]
  /** E.164. */
  phones: string[]
  /** The full name as typed. */
  name: string | null
  /** Our own ids of the person and the browser. */
  externalIds: string[]
  ipAddress: string | null
  userAgent: string | null
  /** The click's id as its cookie has it; its case is kept. */
  fbc: string | null
  /** The browser's id as its cookie has it. */
  fbp: string | null
}

/** Something that happened, as the advert account should know it. */
export type AdEvent = {
  /** The same event with the same id counts once, whoever tells it. */
  id: string
  name: string
  at: Date
  /** The page it belongs to. */
  url: string
  value: number | null
  currency: string | null
  content: string | null
  person: AdPerson
}

/** What the product asks of an advert account. Every call may be repeated safely and fails with a `VendorError`. */
export type Ads = {
  /**
   * Reports events of one pixel, all or none. `refused` says that at least one of them will never be taken: asked
   * for each half again, it shows which.
   */
  sendEvents(pixelId: string, events: AdEvent[]): Promise<void>
}
