import type { EnteredVendor } from '#contract/vendor-settings.ts'
import { hurryReading } from '#server/ads/reading-store.ts'
import { deleteFromCrmJob } from '#server/capture/delete-from-crm.ts'
import { endPause } from '#server/conversions/connection-store.ts'
import { hurryCrmReading } from '#server/crm-outcomes/reading-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { deliverLeadToCrmJob } from '#server/tagging/order-delivery.ts'
import { placeCallJob } from '#server/voice/request-call.ts'

/** What hurrying needs. */
export type HurryParts = { queue: Pick<Queue, 'hurryAll'> }

const jobsOf: Partial<Record<EnteredVendor, string[]>> = {
  crm: [deliverLeadToCrmJob, deleteFromCrmJob],
  voice: [placeCallJob],
}

/** Has what waits for a vendor tried at once, in place of its next try: something that hindered it may be put right. */
export async function hurryVendor(
  { queue }: HurryParts,
  transaction: Queryable,
  vendor: EnteredVendor,
): Promise<void> {
  for (const name of jobsOf[vendor] ?? []) await queue.hurryAll(transaction, name)
  if (vendor === 'meta') await endPause(transaction)
  if (vendor === 'crm') await hurryCrmReading(transaction)
  if (vendor === 'meta-ads') await hurryReading(transaction)
}
