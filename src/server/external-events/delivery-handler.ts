import type { CaptureTokens } from '#server/capture/capture-token.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'

/** A stored delivery as a feature reads it. */
export type Delivery = { id: string; receivedAt: Date; body: unknown; now: Date }

/**
 * Does what a delivery means, in the given transaction. Returns a note for the owner where it means nothing here, else
 * null.
 */
export type DeliveryHandler = (
  parts: {
    queue: Pick<Queue, 'send'>
    newId: NewId
    captureTokens: CaptureTokens
    defaultCountry: string
  },
  transaction: Queryable,
  delivery: Delivery,
) => Promise<string | null>

/** The note on news that a vendor sends and nothing here uses. */
export const notUsed = 'This kind of news is not used.'

/** The note on news of what was emptied with its person; the delivery itself is emptied, too. */
export const ofErased = 'Emptied, because the person it was about was erased.'
