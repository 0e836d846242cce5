import { sql } from 'kysely'
import { recount } from '#server/counting/recount.ts'
import { hideSealedCaptures } from '#server/counting/recounted-events.ts'
import { lockForRecounting } from '#server/counting/store.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { applyRules, type LeadTriggerEvent } from '#server/tagging/apply-rules.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { dropSteps, regainSteps } from '#server/tagging/step-store.ts'
import { activeRules } from '#server/tagging/store.ts'
import { visitorLock } from '#server/tracking/store.ts'
import type { CaptureParts } from './capture-lead.ts'
import { contactLocks, linksToPerson } from './store.ts'
import {
  type Claim,
  decideOnBrowser,
  findClaim,
  followOwnCaptures,
  giveBrowser,
  openersOf,
  takeBrowser,
} from './unconfirmed-store.ts'

type Decided = Claim & { captureIds: string[]; at: Date }

/**
 * Says whether details that came with a known email were the same person's ('confirmed') or somebody else's ('parted'),
 * for all that this browser submitted with it. Either may be said after the other: nothing is lost by it.
 */
export async function decideOnDetails(
  parts: CaptureParts,
  captureId: string,
  word: 'confirmed' | 'parted',
  at: Date,
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    if (word === 'parted') await parts.followers.lockForParting(transaction)
    await lockForRecounting(transaction)
    const found = isId(captureId) ? await findClaim(transaction, captureId) : undefined
    if (!found) throw new Refusal('not-found', 'There are no such details to decide on.')
    // What that browser reports at this moment comes before the decision, or knows of it.
    await takeLocks(transaction, [...contactLocks(found.email, null), visitorLock(found.visitorId)])
    const captureIds: string[] = []
    // What was parted has no lead by which its visitor would be found.
    const affected = {
      leads: sql`select ${found.leadId}::uuid`,
      visitors: sql`select ${found.visitorId}::uuid`,
    }
    await recount(transaction, affected, async () => {
      captureIds.push(...(await decideOnBrowser(transaction, found, word, at)))
      if (word === 'confirmed') await hideSealedCaptures(transaction, captureIds)
    })
    const claim = { ...found, captureIds, at }
    let newTags = 0
    if (word === 'confirmed') newTags = await confirm(parts, transaction, claim)
    else {
      // What the lead has by the browser is taken back; a tag stays: it was delivered.
      await takeBrowser(transaction, claim)
      await parts.followers.part(parts, transaction, claim)
      const openers = await openersOf(transaction, claim)
      for (const opener of openers)
        await parts.followers.part(parts, transaction, { ...claim, visitorId: opener, captureIds: [] })
      const { leadId, visitorId } = claim
      await dropSteps(transaction, { leadId, visitorIds: [visitorId, ...openers], captureIds })
    }
    const isContactStale = await followOwnCaptures(transaction, found.leadId)
    if (isContactStale || newTags > 0) await orderDelivery(parts.queue, transaction, found.leadId)
  })
}

/** The browser becomes the person's with all that it claimed; returns the number of new tags. */
async function confirm(parts: CaptureParts, transaction: Queryable, claim: Decided): Promise<number> {
  const { leadId, personId, email, visitorId, phoneE164: phone, captureIds, at } = claim
  const evidence = { captureId: captureIds.at(-1) ?? '', by: 'owner' as const, at }
  await linksToPerson(parts.newId, personId, { visitor: visitorId, phone }, evidence).execute(transaction)
  await giveBrowser(transaction, parts.newId, { visitorId, personId, at })
  await parts.followers.confirm(transaction, claim)
  const rules = await activeRules(transaction)
  const triggerEvents: LeadTriggerEvent[] = []
  for (const captureId of captureIds) {
    const lead = { id: leadId, email, phone, visitorId, captureId, isLinked: true, at }
    triggerEvents.push(...(await parts.followers.adopt(parts, transaction, lead, rules)))
  }
  const newTags = await applyRules(transaction, parts.newId, triggerEvents, rules)
  // What was parted before set its rules off then.
  await regainSteps(transaction, leadId)
  return newTags
}
