import type { Crm } from '#server/integrations/crm.ts'
import { failureOf } from '#server/integrations/failure.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { finishErasure, noteErasureFailure, openErasure } from './crm-erasure-store.ts'

/** The job's name in the queue. */
export const deleteFromCrmJob = 'delete-from-crm'

const GIVE_UP_AFTER_MS = 72 * 3_600_000

/**
 * Deletes an erased person's contact at the CRM and then forgets whose it was. Throws when trying again later makes
 * sense; sets it aside with the reason when it does not, or when 72 hours have passed.
 */
export async function deleteFromCrm(
  parts: { database: Database; crm: Crm; clock: Clock },
  erasureId: string,
): Promise<void> {
  const { database, crm, clock } = parts
  const erasure = await openErasure(database, erasureId)
  if (!erasure) return
  // A delivery under way could make the contact anew right after its deletion.
  if (erasure.isLeased)
    throw new VendorError('This lead is being delivered at this moment.', {
      vendor: 'crm',
      kind: 'unreachable',
    })
  try {
    await crm.deleteContact({ email: erasure.email, knownContactId: erasure.contactId })
    await finishErasure(database, erasure.id, clock.now())
  } catch (error) {
    const at = clock.now()
    const { kind, reason } = failureOf(error, 'The deletion failed on our side.')
    const isFinal = error instanceof VendorError && !error.retryable
    const isTooLate = at.getTime() - (erasure.failingSince ?? at).getTime() > GIVE_UP_AFTER_MS
    const isParked = isFinal || isTooLate
    await noteErasureFailure(database, erasure.id, {
      state: isParked ? 'parked' : 'failing',
      kind,
      reason: isTooLate && !isFinal ? `Gave up after 72 hours. ${reason}` : reason,
      at,
    })
    if (!isParked) throw error
  }
}
