import { noteLaterTruthsJob } from '#server/ads/later-truths-job.ts'
import { findPersonOfLead, linkFact, unlinkFact } from '#server/leads/fact-link-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { FactKind } from './fact-kind.ts'
import { type Fact, lockFact, setFactLead } from './store.ts'

/** Joins a fact to the lead that the owner names, in place of any other. Only the fact moves: no two people become one. */
export async function joinByOwner(
  parts: { database: Database; queue: Pick<Queue, 'send'>; newId: NewId },
  join: { kind: FactKind; factId: string; leadId: string; at: Date },
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const fact = isId(join.factId) ? await lockFact(transaction, join.factId) : undefined
    if (fact?.kind !== join.kind) throw new Refusal('not-found', `There is no such ${join.kind}.`)
    const personId = isId(join.leadId) ? await findPersonOfLead(transaction, join.leadId) : undefined
    if (!personId) throw new Refusal('not-found', 'There is no such lead.')
    if (fact.lead_id === join.leadId && fact.joined_by === 'owner') return
    await joinLocked(parts, transaction, fact, { ...join, personId })
    await parts.queue.send(transaction, noteLaterTruthsJob, { leadId: join.leadId })
  })
}

/** The same for a fact that is locked; gives it as it is then. */
export async function joinLocked(
  parts: { newId: NewId },
  transaction: Queryable,
  fact: Fact,
  { leadId, personId, at }: { leadId: string; personId: string; at: Date },
): Promise<Fact> {
  await unlinkFact(transaction, fact.id, at)
  await setFactLead(transaction, fact.id, { leadId, by: 'owner', at, isOwners: true })
  await linkFact(transaction, {
    id: parts.newId(),
    personId,
    factKind: fact.kind,
    factId: fact.id,
    evidence: { by: 'owner', leadId, insteadOf: fact.lead_id },
    at,
  })
  return { ...fact, lead_id: leadId, joined_by: 'owner' }
}
