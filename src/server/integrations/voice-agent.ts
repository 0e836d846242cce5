/** A call that the voice agent is asked to place. */
export type WantedCall = {
  /** The same call asked for again has the same id. */
  callRequestId: string
  leadId: string
  name: string
  /** E.164. */
  phone: string
  email: string
  /** IANA name. */
  timezone: string | null
  /** The page that announced the call; null where the application form's own word set it off. */
  page: string | null
  attribution: { source: string | null; campaign: string | null }
  requestedAt: Date
}

/** What the product asks of any voice agent. Asking again for the same call is safe; failures are a `VendorError`. */
export type VoiceAgent = { requestCall(call: WantedCall): Promise<void> }
