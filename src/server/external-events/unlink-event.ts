import { endPersonLink } from '#server/capture/person-link-store.ts'
import type { Database } from '#server/platform/database.ts'
import { lockOfKind } from './link-by-owner.ts'
import type { ExternalEventKind } from './match-ways.ts'
import { linkToLead } from './store.ts'

/** Takes an external event away from its lead. It is the owner's word: no later capture brings it back by itself. */
export async function unlinkEvent(
  database: Database,
  join: { kind: ExternalEventKind; externalEventId: string; at: Date },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const event = await lockOfKind(transaction, join)
    await endPersonLink(transaction, event.id, join.at)
    await linkToLead(transaction, event.id, { leadId: null, by: null, at: join.at, isOwners: true })
  })
}
