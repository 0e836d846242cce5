import { sql } from 'kysely'
import { recount } from '#server/counting/recount.ts'
import { lockForRecounting } from '#server/counting/store.ts'
import { dropExternalEvents } from '#server/external-events/drop-external-events.ts'
import { linkExternalEvents } from '#server/external-events/link-external-events.ts'
import { confirmMilestones, dropMilestones } from '#server/milestones/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { adoptReached } from './admit-capture.ts'
import type { CaptureParts } from './capture-lead.ts'
import { linkPerson, lockContact } from './store.ts'
import {
  decideOnBrowser,
  findClaim,
  followOwnCaptures,
  giveBrowser,
  takeBrowser,
} from './unconfirmed-store.ts'

type Claim = NonNullable<Awaited<ReturnType<typeof findClaim>>> & { captureIds: string[]; at: Date }

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
    await lockForRecounting(transaction)
    const found = isId(captureId) ? await findClaim(transaction, captureId) : undefined
    if (!found) throw new Refusal('not-found', 'There are no such details to decide on.')
    await lockContact(transaction, found.email, null)
    const captureIds: string[] = []
    // What was parted has no lead by which its visitor would be found.
    const affected = {
      leads: sql`select ${found.leadId}::uuid`,
      visitors: sql`select ${found.visitorId}::uuid`,
    }
    await recount(transaction, affected, async () => {
      captureIds.push(...(await decideOnBrowser(transaction, found, word, at)))
    })
    const claim = { ...found, captureIds, at }
    let newTags = 0
    if (word === 'confirmed') newTags = await confirm(parts, transaction, claim)
    else await part(transaction, claim)
    const isContactStale = await followOwnCaptures(transaction, found.leadId)
    if (isContactStale || newTags > 0) await orderDelivery(parts.queue, transaction, found.leadId)
  })
}

/** The browser becomes the person's with all that it claimed; gives the number of new tags. */
async function confirm(
  parts: Omit<CaptureParts, 'database'>,
  transaction: Queryable,
  claim: Claim,
): Promise<number> {
  const { leadId, personId, email, visitorId, phoneE164, captureIds, at } = claim
  for (const [kind, value] of [['visitor', visitorId] as const, ['phone', phoneE164] as const])
    if (value)
      await linkPerson(transaction, {
        id: parts.newId(),
        personId,
        kind,
        value,
        captureId: captureIds.at(-1) ?? '',
        by: 'owner',
        at,
      })
  await giveBrowser(transaction, visitorId, personId)
  await confirmMilestones(transaction, visitorId, leadId)
  const who = { email, visitor_id: visitorId, at }
  let newTags = await adoptReached(parts, transaction, who, { leadId, isLinked: true })
  for (const captureId of captureIds) {
    const lead = { id: leadId, email, phone: phoneE164, visitorId, captureId }
    newTags += await linkExternalEvents(parts, transaction, lead, at)
  }
  return newTags
}

/** The browser and what it reached are the person's no more. A tag that the lead has by it stays: it was delivered. */
async function part(transaction: Queryable, claim: Claim): Promise<void> {
  const { leadId, visitorId, captureIds, at } = claim
  await takeBrowser(transaction, claim)
  await dropExternalEvents(transaction, { leadId, visitorId, captureIds, at })
  await dropMilestones(transaction, visitorId, leadId)
}
