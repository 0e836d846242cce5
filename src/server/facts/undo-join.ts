import { unlinkFact } from '#server/leads/fact-link-store.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { FactKind } from './fact-kind.ts'
import { lockFact, setFactLead } from './store.ts'

/** Takes a fact away from its lead. It is the owner's word: no later capture brings it back by itself. */
export async function undoJoin(
  database: Database,
  join: { kind: FactKind; factId: string; at: Date },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const fact = isId(join.factId) ? await lockFact(transaction, join.factId) : undefined
    if (fact?.kind !== join.kind) throw new Refusal('not-found', `There is no such ${join.kind}.`)
    await unlinkFact(transaction, fact.id, join.at)
    await setFactLead(transaction, fact.id, { leadId: null, by: null, at: join.at, isOwners: true })
  })
}
