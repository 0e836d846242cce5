import type { Vendor } from '#contract/connections.ts'
import { sendAlertJob } from '#server/alerts/order-alerts.ts'
import { reopenAlerts } from '#server/alerts/store.ts'
import { reopenErasures } from '#server/leads/crm-erasure-store.ts'
import { deleteFromCrmJob } from '#server/leads/delete-from-crm.ts'
import { nextWords, type Replayed, type ReplayParts } from '#server/leads/replay-delivery.ts'
import { replayFailed } from '#server/leads/replay-failed.ts'
import { requeueLead } from '#server/leads/requeue-lead.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { replayDelivery } from '#server/webhooks/replay-delivery.ts'
import { parkedDeliveries } from './read-parked.ts'

const AT_ONCE = 500

/** Tries again what was set aside for a vendor: one thing, or with null everything, at most 500 at once. */
export async function replayParked(
  parts: ReplayParts & { clock: Clock },
  vendor: Vendor,
  id: string | null,
): Promise<Replayed> {
  if (id !== null && !isId(id)) throw notThere()
  if (vendor === 'crm') return id === null ? replayCrm(parts) : replayOneOfCrm(parts, id)
  if (vendor === 'meta')
    throw new Refusal('conflict', 'What the advert account refused cannot be sent again.')
  if (vendor === 'email' || vendor === 'webhook') return replayAlerts(parts, vendor, id)
  const ids = id === null ? await parkedDeliveries(parts.database, vendor, AT_ONCE) : [id]
  for (const one of ids) await replayDelivery(parts, one, parts.clock.now())
  return replayed(ids.length)
}

async function replayCrm(parts: ReplayParts): Promise<Replayed> {
  const leads = await replayFailed(parts)
  const deletions = await replayDeletions(parts, null)
  return deletions === 0 ? leads : replayed(leads.queued + deletions, parts.isCrmConnected)
}

async function replayOneOfCrm(parts: ReplayParts, id: string): Promise<Replayed> {
  const isLead = await parts.database
    .transaction()
    .execute((transaction) => requeueLead(parts, transaction, id))
  if (isLead) return replayed(1, parts.isCrmConnected)
  if ((await replayDeletions(parts, id)) === 0) throw notThere()
  return replayed(1, parts.isCrmConnected)
}

async function replayDeletions(parts: ReplayParts, id: string | null): Promise<number> {
  return parts.database.transaction().execute(async (transaction) => {
    const ids = await reopenErasures(transaction, id)
    for (const erasureId of ids) await parts.queue.send(transaction, deleteFromCrmJob, { erasureId })
    return ids.length
  })
}

async function replayAlerts(
  parts: ReplayParts,
  channel: 'email' | 'webhook',
  id: string | null,
): Promise<Replayed> {
  return parts.database.transaction().execute(async (transaction) => {
    const ids = await reopenAlerts(transaction, channel, id)
    if (id !== null && ids.length === 0) throw notThere()
    for (const alertId of ids) await parts.queue.send(transaction, sendAlertJob, { alertId })
    return replayed(ids.length)
  })
}

const replayed = (queued: number, isConnected = true): Replayed => ({
  queued,
  message: queued === 0 ? 'Nothing to do: nothing was set aside.' : nextWords(isConnected),
})

const notThere = (): Refusal => new Refusal('not-found', 'There is nothing with this id that was set aside.')
