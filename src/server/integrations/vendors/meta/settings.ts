/** How to reach Meta's Conversions API. */
export type MetaSettings = {
  /** With the version, e.g. `https://graph.facebook.com/v25.0`. */
  baseUrl: string
  token: string
  /** Makes events show up in the Events Manager's test tab. */
  testEventCode?: string | undefined
  /** How long one call may take altogether, in milliseconds. */
  timeoutMs?: number
  now?: () => Date
}

/** The vendor's name in messages and logs. */
export const VENDOR = 'Meta'
