import { maskPersonalData } from './mask-personal-data.ts'

/**
 * Why a vendor did not do what was asked.
 * `unreachable`: no answer, a broken one or one that says "my fault"; `rate-limited`: too many calls;
 * `credentials`: the token or the account is wrong, which the owner can put right; `refused`: this item will
 * never be taken as it is; `not-found`: what the item is about is gone at the vendor.
 */
export type VendorErrorKind = 'unreachable' | 'rate-limited' | 'credentials' | 'refused' | 'not-found'

const WORTH_ANOTHER_TRY: readonly VendorErrorKind[] = ['unreachable', 'rate-limited', 'credentials']

type VendorErrorDetails = {
  vendor: string
  kind: VendorErrorKind
  /** The HTTP status, where there was an answer. */
  status?: number
  /** How long to leave the vendor alone at least, in milliseconds. */
  retryAfterMs?: number
  /** The vendor's own mark of the call, for asking its support. */
  traceId?: string
  /** Personal values just sent; they are masked in the message. */
  personal?: string[]
}

/**
 * A vendor failed. The message is one plain sentence, fit for logs and the owner's eyes: emails, phone
 * numbers, tokens and the given personal values in it are masked.
 */
export class VendorError extends Error {
  readonly vendor: string
  readonly kind: VendorErrorKind
  /** True when the same item may succeed later: it waits. False: it is parked with this reason. */
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly status: number | undefined
  readonly traceId: string | undefined

  constructor(message: string, details: VendorErrorDetails) {
    super(maskPersonalData(message, details.personal))
    this.name = 'VendorError'
    this.vendor = details.vendor
    this.kind = details.kind
    this.retryable = WORTH_ANOTHER_TRY.includes(details.kind)
    this.retryAfterMs = details.retryAfterMs
    this.status = details.status
    this.traceId = details.traceId
  }
}
