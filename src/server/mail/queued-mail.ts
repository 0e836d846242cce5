/** A mail to one person, as it is handed over. */
export type QueuedMail = {
  /** What it is about, once and for all, such as `booking:<id>:reminder:<start>`: the same key is the same mail. */
  key: string
  /** What it is for, in a word of the sender's, such as `booking-confirmed`. */
  purpose: string
  to: { email: string; name?: string | undefined }
  subject: string
  text: string
  html: string
  /** An invitation that calendars read; mail programs show it as one. */
  ics?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string } | undefined
  /** It is not sent before; at once where this is left out. */
  sendAfter?: Date | undefined
  /** After this nobody needs it any more: what could not be sent by then is kept and not sent. */
  uselessAfter?: Date | undefined
  /** Marketing carries a way out, and goes to nobody who took it. */
  marketing: boolean
  /** Whose page shows it. */
  personId?: string | undefined
}
