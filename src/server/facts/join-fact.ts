import { linkFact } from '#server/leads/fact-link-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { findLead } from './find-lead.ts'
import { type Fact, setFactLead } from './store.ts'

/**
 * Joins a fact that is nobody's yet to the lead it leads to, and keeps by what; gives the fact as it is then. What
 * the owner has settled stays as it is.
 */
export async function joinFact(
  parts: { newId: NewId },
  transaction: Queryable,
  fact: Fact,
  at: Date,
): Promise<Fact> {
  if (fact.lead_id || fact.settled_by_owner) return fact
  const found = await findLead(transaction, fact)
  if (!found) return fact
  const { lead, by } = found
  await setFactLead(transaction, fact.id, { leadId: lead.id, by, at, isOwners: false })
  await linkFact(transaction, {
    id: parts.newId(),
    personId: lead.personId,
    factKind: fact.kind,
    factId: fact.id,
    evidence: { by, leadId: lead.id },
    at,
  })
  return { ...fact, lead_id: lead.id, joined_by: by }
}
