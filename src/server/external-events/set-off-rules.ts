import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { applyRules, type LeadTriggerEvent } from '#server/tagging/apply-rules.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { type ExternalEvent, isToldBefore, setRulesApplied, setTrigger } from './store.ts'

/** Sets off the rules of external events for their leads, each once, and returns the number of new tags. */
export async function setOffRules(
  parts: { newId: NewId },
  transaction: Queryable,
  events: ExternalEvent[],
  now: Date,
): Promise<number> {
  return applyRules(transaction, parts.newId, await triggerEventsOf(transaction, events, now))
}

/** Makes an external event count as an application or a booking, and tags its lead by the rules for it, once. */
export async function tagByTrigger(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  event: ExternalEvent,
  now: Date,
): Promise<void> {
  const { id, lead_id: leadId, trigger, page } = event
  if (trigger) await setTrigger(transaction, id, trigger, page)
  if ((await setOffRules(parts, transaction, [event], now)) > 0 && leadId)
    await orderDelivery(parts.queue, transaction, leadId)
}

/** What external events tell of their leads that has not set off their rules yet; nothing of one that is nobody's. */
export async function triggerEventsOf(
  transaction: Queryable,
  events: ExternalEvent[],
  now: Date,
): Promise<LeadTriggerEvent[]> {
  const triggerEvents: LeadTriggerEvent[] = []
  for (const { id, lead_id: leadId, trigger, at, page, rules_applied_for: appliedFor } of events) {
    if (!leadId || !trigger || appliedFor === leadId) continue
    const mayBeRetold = await isToldBefore(transaction, id, leadId)
    await setRulesApplied(transaction, id, leadId)
    const evidence = { externalEventId: id, confirmed: true }
    triggerEvents.push({
      trigger,
      leadId,
      at,
      executedAt: now,
      mayBeRetold,
      evidence,
      ...(page !== null && { page }),
    })
  }
  return triggerEvents
}
