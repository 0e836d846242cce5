import type { Vendor } from '#contract/connections.ts'
import { sendAlertJob } from '#server/alerts/order-alerts.ts'
import { reopenAlerts } from '#server/alerts/store.ts'
import { reopenErasures } from '#server/capture/crm-erasure-store.ts'
import { deleteFromCrmJob } from '#server/capture/delete-from-crm.ts'
import {
  nextWords,
  type Replayed,
  type ReplayParts,
  replayFailed,
  requeueLead,
} from '#server/capture/replay-deliveries.ts'
import { type EventReplayParts, replayAdEvent, replayAdEvents } from '#server/conversions/replay-ad-events.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type CallReplayParts, replayCall, replayCalls } from '#server/voice/replay-call.ts'
import { replayDelivery } from '#server/webhooks/receive-delivery.ts'
import type { Connected } from './connection-status.ts'
import { parkedDeliveries } from './read-parked.ts'

const AT_ONCE = 500

/** Tries again what was set aside for a vendor: one thing, or with null everything, at most 500 at once. */
export async function replayParked(
  parts: ReplayParts & CallReplayParts & { setup: { connected(): Connected } },
  vendor: Vendor,
  id: string | null,
): Promise<Replayed> {
  if (id !== null && !isId(id)) throw notThere()
  if (vendor === 'crm') return id === null ? replayCrm(parts) : replayOneOfCrm(parts, id)
  if (vendor === 'meta') return replayMeta(parts, id)
  if (vendor === 'meta-ads') return replayed(0)
  if (vendor === 'email' || vendor === 'webhook') return replayAlerts(parts, vendor, id)
  if (vendor === 'voice' && id !== null && (await replayCall(parts, id))) return replayed(1)
  const calls = vendor === 'voice' && id === null ? await replayCalls(parts) : 0
  const ids = id === null ? await parkedDeliveries(parts.database, vendor, AT_ONCE) : [id]
  for (const one of ids) await replayDelivery(parts, one, parts.clock.now())
  return replayed(ids.length + calls)
}

async function replayMeta(
  parts: EventReplayParts & { setup: { connected(): Connected } },
  id: string | null,
): Promise<Replayed> {
  if (!parts.setup.connected().meta) throw new Refusal('conflict', 'No ad account is connected.')
  if (id !== null && !(await replayAdEvent(parts, id))) throw notThere()
  const queued = id === null ? await replayAdEvents(parts, AT_ONCE) : 1
  return queued === 0
    ? { queued, message: 'Nothing that was set aside may be sent again.' }
    : replayed(queued)
}

async function replayCrm(parts: ReplayParts): Promise<Replayed> {
  const leads = await replayFailed(parts)
  const deletions = await replayDeletions(parts, null)
  return deletions === 0 ? leads : replayed(leads.queued + deletions, parts.isCrmConnected())
}

async function replayOneOfCrm(parts: ReplayParts, id: string): Promise<Replayed> {
  const isLead = await parts.database
    .transaction()
    .execute((transaction) => requeueLead(parts, transaction, id))
  if (isLead) return replayed(1, parts.isCrmConnected())
  if ((await replayDeletions(parts, id)) === 0) throw notThere()
  return replayed(1, parts.isCrmConnected())
}

async function replayDeletions(parts: ReplayParts, id: string | null): Promise<number> {
  return parts.database.transaction().execute(async (transaction) => {
    const reopened = await reopenErasures(transaction, id)
    for (const { id: erasureId, wasFailing } of reopened)
      await parts.queue.send(transaction, deleteFromCrmJob, {
        erasureId,
        ...(wasFailing ? { once: true } : {}),
      })
    return reopened.length
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
