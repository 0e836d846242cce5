import type { FailureKind } from '#contract/failure-kinds.ts'
import { VendorError } from './vendor-error.ts'

/** A failure as it is kept: the kind, which code decides by, and the sentence, which people read. */
export type Failure = { kind: FailureKind; reason: string }

/** What is kept of an error. One that is no vendor's happened here, and is told in the given words. */
export const failureOf = (error: unknown, onOurSide: string): Failure =>
  error instanceof VendorError
    ? { kind: error.kind, reason: error.message }
    : { kind: 'our-side', reason: onOurSide }
