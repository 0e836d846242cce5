import type { FailureKind } from '#contract/failure-kinds.ts'
import { maskPersonalData } from './mask-personal-data.ts'

/** Why a vendor did not do what was asked: every kind of failure but those in which no vendor was asked anything. */
export type VendorErrorKind = Exclude<FailureKind, 'unusable' | 'our-side'>

/** What is wrong with the one thing that was asked for, so that asking again is of no use. */
export const ofOneThingAlone: readonly VendorErrorKind[] = [
  'invalid-request',
  'not-found',
  'refused-recipient',
]

const OWNERS_TO_MEND: readonly VendorErrorKind[] = [
  'refused-credentials',
  'refused-sender',
  'wrong-address',
  'not-set-up',
]

/** Whether nothing at all will be taken until the owner has put something right. */
export const isOwnersToMend = (kind: VendorErrorKind): boolean => OWNERS_TO_MEND.includes(kind)

/** What of ours a vendor does not accept, where its refusal tells it apart; the location may be a pixel. */
export type RefusedAccess = 'token' | 'scope' | 'location' | 'other-kind-of-token'

type VendorErrorDetails = {
  vendor: string
  kind: VendorErrorKind
  access?: RefusedAccess | undefined
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
 * A vendor failed. The kind is what code decides by. The message is one plain sentence for logs and the owner's eyes
 * and nothing else: emails, phone numbers, tokens and the given personal values in it are masked.
 */
export class VendorError extends Error {
  readonly vendor: string
  readonly kind: VendorErrorKind
  readonly access: RefusedAccess | undefined
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
    this.access = details.access
    this.retryable = !ofOneThingAlone.includes(details.kind)
    this.retryAfterMs = details.retryAfterMs
    this.status = details.status
    this.traceId = details.traceId
  }
}
