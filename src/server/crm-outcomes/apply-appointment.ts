import { readHistory, saveBooking } from '#server/bookings/store.ts'
import type { CaptureTokens } from '#server/capture/capture-token.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { triggerEventsOf } from '#server/external-events/set-off-rules.ts'
import { setTrigger } from '#server/external-events/store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { applyRules } from '#server/tagging/apply-rules.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import {
  type AppointmentRow,
  type CallRow,
  callOf,
  findSameCall,
  lockAppointment,
  noteApplied,
  wasEverBooked,
} from './appointment-store.ts'
import { type CrmOutcome, crmOutcomesIn, recordCrmOutcome } from './record-crm-outcome.ts'

/** What applying needs. */
export type ApplyingParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  captureTokens: CaptureTokens
}

const outcomeOf: Partial<Record<AppointmentRow['status'], CrmOutcome>> = {
  held: 'shown',
  no_show: 'no_show',
  cancelled: 'cancelled',
  invalid: 'cancelled',
}

/**
 * Says of a lead's calls what an appointment of the CRM says: of the one that was booked here for the same time, else of
 * one of its own. A new time is another call, and the one before ends as moved. Doing it again changes nothing.
 */
export async function applyAppointment(
  parts: ApplyingParts,
  { id, leadId, now, readSince }: { id: string; leadId: string; now: Date; readSince: Date },
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const row = await lockAppointment(transaction, id)
    if (!row || row.is_applied) return
    const changedAt = earlier(row.updated_at, now)
    const current = row.booking_id ? await callOf(transaction, row.booking_id) : undefined
    const same = await sameCallOf(transaction, row, leadId, current)
    // Of what was never a call there is nothing to say.
    const isNothing = !same && (row.gone_at !== null || row.status === 'invalid')
    const call =
      same ?? (isNothing ? undefined : await addCall(parts, transaction, row, { leadId, current, now }))
    if (current && call && current.id !== call.id) {
      await saveBooking(transaction, current.id, {
        ...{
          uid: current.uid,
          title: null,
          startAt: null,
          endAt: null,
          location: null,
          attendeeName: null,
          toldAt: null,
        },
        rescheduledTo: call.uid,
      })
      await recordCrmOutcome(parts, transaction, current.id, {
        outcome: 'moved',
        at: changedAt,
        details: { to: call.uid, start: row.start_at.toISOString() },
      })
    }
    if (call) {
      const isAppointments = isOwn(call) && row.gone_at === null
      if (isAppointments && (await isBooked(transaction, row, call)))
        await countAsBooked(parts, transaction, { row, call, leadId, now, readSince })
      await recordCrmOutcome(parts, transaction, call.id, await outcomeOn(transaction, row, call, changedAt))
      // Its start is the same, its end need not be.
      if (isAppointments && call === same) await keepCall(transaction, call, row, changedAt)
    }
    await noteApplied(transaction, row.id, call?.id ?? current?.id ?? null)
    await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId })
  })
}

/** Whether a call is known by its appointment alone. */
const isOwn = ({ uid }: CallRow): boolean => uid.startsWith('crm-')

const earlier = (at: Date | null, now: Date): Date => (at && at < now ? at : now)

/** The booking that an appointment is: as before while its time is the same, unless another calendar knows that call, too. */
async function sameCallOf(
  transaction: Queryable,
  row: AppointmentRow,
  leadId: string,
  current: CallRow | undefined,
): Promise<CallRow | undefined> {
  // The call may have been moved in its own calendar meanwhile: only the CRM’s new time is news of the CRM’s.
  const isSameTime = row.applied_start_at?.getTime() === row.start_at.getTime()
  if (row.gone_at !== null || (current && isSameTime && !isOwn(current))) return current
  const found = await findSameCall(transaction, { leadId, startAt: row.start_at, appointmentId: row.id })
  return found ?? (isSameTime ? current : undefined)
}

/**
 * What the CRM says of the call. Of one whose appointment was deleted, what it said once it was over stays; else that is
 * the end of a call which no other calendar keeps.
 */
async function outcomeOn(
  transaction: Queryable,
  row: AppointmentRow,
  call: CallRow,
  changedAt: Date,
): Promise<Parameters<typeof recordCrmOutcome>[3]> {
  if (row.gone_at === null) {
    const outcome = outcomeOf[row.status] ?? null
    // A copy that stayed behind at the time before ends nothing: the call has another one in its own calendar.
    const isLeftBehind = !isOwn(call) && call.start_at?.getTime() !== row.start_at.getTime()
    return { outcome: outcome === 'cancelled' && isLeftBehind ? null : outcome, at: changedAt }
  }
  const last = crmOutcomesIn(await readHistory(transaction, call.id)).at(-1)?.kind
  const isOver = row.start_at <= row.gone_at
  if (isOver && (last === 'shown' || last === 'no_show')) return { outcome: last, at: row.gone_at }
  return {
    outcome: isOwn(call) ? 'cancelled' : null,
    at: row.gone_at,
    details: { reason: 'Deleted in the CRM.' },
  }
}

/** Makes a call of an appointment that was booked nowhere else. */
async function addCall(
  parts: ApplyingParts,
  transaction: Queryable,
  row: AppointmentRow,
  { leadId, current, now }: { leadId: string; current: CallRow | undefined; now: Date },
): Promise<CallRow> {
  const uid = `crm-${row.id}-${row.start_at.getTime() / 60_000}`
  const isMoved = current !== undefined && (await wasEverBooked(transaction, current.id))
  const isDeclined = current !== undefined && !isMoved && isOff(row)
  const isOnlyAsked = row.status === 'requested' || isDeclined
  const kind = isOnlyAsked ? 'requested' : isMoved ? 'rescheduled' : 'created'
  const at = earlier(current ? row.updated_at : (row.added_at ?? row.start_at), now)
  const event = await recordExternalEvent(
    parts,
    transaction,
    // Our own id of the lead: the contact is the one that it was delivered as.
    { kind: 'booking', key: uid, email: null, phone: null, reference: leadId },
    { key: kind, kind, at, details: { by: 'crm', start: row.start_at.toISOString() }, deliveryId: null },
    now,
  )
  const call = { id: event.id, uid, start_at: row.start_at, person_id: null }
  await keepCall(transaction, call, row, at)
  return call
}

const isOff = ({ status }: AppointmentRow): boolean => status === 'cancelled' || status === 'invalid'

/** Whether somebody took the call: one that was only asked for and then declined was never booked. */
async function isBooked(transaction: Queryable, row: AppointmentRow, call: CallRow): Promise<boolean> {
  if (!isOff(row)) return row.status !== 'requested'
  return (await readHistory(transaction, call.id)).some(({ kind }) => isBooking(kind))
}

const isBooking = (kind: string): boolean => kind === 'created' || kind === 'rescheduled'

/** Keeps of a call of the CRM's own what its appointment says of it. */
function keepCall(transaction: Queryable, call: CallRow, row: AppointmentRow, toldAt: Date): Promise<void> {
  return saveBooking(transaction, call.id, {
    ...{ uid: call.uid, title: row.calendar || null, startAt: row.start_at, endAt: row.end_at },
    ...{ location: null, attendeeName: null, toldAt },
  })
}

/** Counts a call of the CRM's as booked. One that was booked before it was read from there is no news to tag anybody for. */
async function countAsBooked(
  parts: ApplyingParts,
  transaction: Queryable,
  {
    row,
    call,
    leadId,
    now,
    readSince,
  }: { row: AppointmentRow; call: CallRow; leadId: string; now: Date; readSince: Date },
): Promise<void> {
  const bookedAt = earlier(row.added_at ?? row.start_at, now)
  const event = await recordExternalEvent(
    parts,
    transaction,
    { kind: 'booking', key: call.uid, email: null, phone: null, reference: leadId },
    await confirmation(transaction, call, row, bookedAt),
    now,
  )
  await setTrigger(transaction, event.id, 'booking', null)
  const told = await triggerEventsOf(transaction, [{ ...event, trigger: 'booking', page: null }], now)
  const newTags = await applyRules(transaction, parts.newId, told, bookedAt < readSince ? [] : undefined)
  if (newTags > 0 && event.lead_id) await orderDelivery(parts.queue, transaction, event.lead_id)
}

/** The step by which a call is booked: the one that is there already, or that somebody confirmed what was asked for. */
async function confirmation(
  transaction: Queryable,
  call: CallRow,
  row: AppointmentRow,
  bookedAt: Date,
): Promise<Parameters<typeof recordExternalEvent>[3]> {
  const booking = (await readHistory(transaction, call.id)).find((step) => isBooking(step.kind))
  const kind = booking?.kind ?? ((await wasEverBooked(transaction, call.id)) ? 'rescheduled' : 'created')
  const details = { by: 'crm', start: row.start_at.toISOString() }
  return { key: kind, kind, at: bookedAt, details, deliveryId: null }
}
