import { signerFor } from '#server/platform/signed-value.ts'

/** Makes and reads what stands in the links of a booking: whoever has it may move and cancel that booking. */
export type BookingTokens = {
  tokenOf(uid: string): string
  /** The uid that a token stands for; null where it is none of ours. */
  uidOf(token: string): string | null
  /** The name of the feed of all bookings, which changes with its version. */
  feedOf(version: number): string
}

const UID_LENGTH = 32

/** Tokens signed with the installation's secret: letters, digits, `-` and `_`. */
export function bookingTokens(secret: string): BookingTokens {
  const bookings = signerFor(secret, 'booking')
  const feed = signerFor(secret, 'booking feed')
  return {
    tokenOf: (uid) => bookings.sign(uid).replace('.', ''),
    uidOf: (token) => bookings.read(`${token.slice(0, UID_LENGTH)}.${token.slice(UID_LENGTH)}`),
    feedOf: (version) => feed.sign(String(version)).replace(/^.*\./, ''),
  }
}
