import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { LeadTriggerEvent } from '#server/tagging/apply-rules.ts'
import type { Rule } from '#server/tagging/matching-rules.ts'

/** A lead as one of its captures tells of it. */
export type CapturedLead = {
  id: string
  email: string
  phone: string | null
  visitorId: string
  captureId: string
  /** Whether the browser is known as that person's. */
  isLinked: boolean
  at: Date
}

/** A browser that gave a lead's email, and its captures with it. */
export type BrowserOfLead = { leadId: string; visitorId: string; captureIds: string[]; at: Date }

/** What follows from captures in the rooms above, in the same transaction. Handed in where the product is put together. */
export type CaptureFollowers = {
  /** Ties to a lead what its browser reached and what vendors verified before it came; returns what of it may earn tags. */
  adopt(
    parts: { queue: Pick<Queue, 'send'>; newId: NewId },
    transaction: Queryable,
    lead: CapturedLead,
    rules: Rule[],
  ): Promise<LeadTriggerEvent[]>
  /** Notes that what was reached in a browser is known to be that person's. */
  confirm(transaction: Queryable, browser: BrowserOfLead): Promise<void>
  /** Takes the locks that parting a browser needs. Comes before any other, as others take them first as well. */
  lockForParting(transaction: Queryable): Promise<void>
  /** Takes from a lead what is its only by a browser that is somebody else's. */
  part(parts: { newId: NewId }, transaction: Queryable, browser: BrowserOfLead): Promise<void>
}
