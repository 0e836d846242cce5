import type { Crm, ShownContact } from '#server/integrations/crm.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { renewTags } from '#server/tagging/store.ts'
import {
  type Comparable,
  type Comparison,
  type DifferenceKind,
  finishComparison,
  insertDifference,
  nextComparable,
  noteCompared,
  openComparison,
  wasRepaired,
} from './compare-store.ts'
import { forgetContact, resetDelivery } from './delivery-store.ts'

/** The job's name in the queue. */
export const compareWithCrmJob = 'compare-with-crm'

/** What comparing needs. */
export type CompareParts = {
  database: Database
  crm: Crm
  queue: Pick<Queue, 'send'>
  clock: Clock
  newId: NewId
  live: Pick<Live, 'changed'>
}

const AT_ONCE = 20
// A job is taken for lost after two minutes, and a lead may take most of one: the CRM's answer, and waits for its allowance.
const ENOUGH_MS = 45_000
const GIVE_UP_AFTER_MS = 20 * 3_600_000

type Found = { what: DifferenceKind; detail: string | null }

/**
 * Compares a run's next leads with their contacts and orders the run's next step. A contact or tag that is missing at
 * the CRM is delivered again by the normal queue, once: what is taken away there a second time is somebody's wish and
 * only reported. Throws where the CRM cannot be asked now.
 */
export async function compareWithCrm(parts: CompareParts, comparisonId: string): Promise<void> {
  const { database, clock } = parts
  const run = await openComparison(database, comparisonId)
  if (!run) return
  if (clock.now().getTime() - run.started_at.getTime() > GIVE_UP_AFTER_MS)
    return finishComparison(database, run.id, clock.now(), 'The CRM could not be asked for most of a day.')
  const leads = await nextComparable(database, run, AT_ONCE)
  const begun = clock.now().getTime()
  let compared = 0
  for (const lead of leads) {
    if (clock.now().getTime() - begun > ENOUGH_MS) break
    await compareLead(parts, run, lead)
    compared += 1
  }
  parts.live.changed('connections')
  if (run.compared + compared >= run.to_compare || (compared === leads.length && compared < AT_ONCE))
    return finishComparison(database, run.id, clock.now(), null)
  await parts.queue.send(database, compareWithCrmJob, { comparisonId })
}

async function compareLead(parts: CompareParts, run: Comparison, lead: Comparable): Promise<void> {
  const shown = await parts.crm.readContact(lead.contactId).catch((error: unknown) => {
    // One contact that the CRM will not show must not keep the others from being compared.
    if (error instanceof VendorError && !error.retryable) return undefined
    throw error
  })
  await parts.database.transaction().execute(async (transaction) => {
    const found = shown === undefined ? [] : differences(lead, shown)
    let isRepaired = false
    for (const difference of found)
      if (await settle(parts, transaction, run, lead, difference)) isRepaired = true
    if (isRepaired) {
      await resetDelivery(transaction, lead.id)
      await orderDelivery(parts.queue, transaction, lead.id)
    }
    await noteCompared(transaction, run.id, lead.id, { at: parts.clock.now(), isRepaired })
  })
}

function differences(lead: Comparable, shown: ShownContact | null): Found[] {
  if (!shown) return [{ what: 'contact-gone', detail: null }]
  const emails = shown.emails.map((email) => email.trim().toLowerCase())
  if (emails.length > 0 && !emails.includes(lead.email)) return [{ what: 'other-email', detail: null }]
  const tags = new Set(shown.tags.map((tag) => tag.trim().toLowerCase()))
  return lead.tags
    .filter((tag) => !tags.has(tag.trim().toLowerCase()))
    .map((tag): Found => ({ what: 'tag-missing', detail: tag }))
}

async function settle(
  parts: CompareParts,
  transaction: Queryable,
  run: Comparison,
  lead: Comparable,
  { what, detail }: Found,
): Promise<boolean> {
  const repaired = what !== 'other-email' && !(await wasRepaired(transaction, lead.id, what, detail))
  if (repaired && what === 'contact-gone') await forgetContact(transaction, lead.id)
  if (repaired) await renewTags(transaction, lead.id, detail)
  await insertDifference(transaction, {
    id: parts.newId(),
    runId: run.id,
    leadId: lead.id,
    at: parts.clock.now(),
    what,
    detail,
    repaired,
  })
  return repaired
}
