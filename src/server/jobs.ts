import { noteLaterTruthsJob } from './ads/later-truths-job.ts'
import { type NotingParts, noteLaterTruths } from './ads/note-later-truths.ts'
import { lookAgain, sendAdEvents, sendAdEventsJob } from './ads/send-ad-events.ts'
import { sendAlertJob } from './alerts/order-alerts.ts'
import { type AlertWays, sendAlert } from './alerts/send-alert.ts'
import type { Ads } from './integrations/ads.ts'
import type { Crm } from './integrations/crm.ts'
import { VendorError } from './integrations/vendor-error.ts'
import type { VoiceAgent } from './integrations/voice-agent.ts'
import { compareWithCrm, compareWithCrmJob } from './leads/compare-with-crm.ts'
import { deleteFromCrm, deleteFromCrmJob } from './leads/delete-from-crm.ts'
import { deliverLeadToCrm, deliverLeadToCrmJob } from './leads/deliver-lead-to-crm.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { NewId } from './platform/ids.ts'
import type { Live } from './platform/live.ts'
import type { Queue } from './platform/queue.ts'
import { type PlacingParts, placeCall } from './voice/place-call.ts'
import { placeCallJob } from './voice/place-call-job.ts'
import { workDelivery, workDeliveryJob } from './webhooks/work-delivery.ts'

/** Every kind of job there is. */
export const jobNames = [
  deliverLeadToCrmJob,
  deleteFromCrmJob,
  compareWithCrmJob,
  sendAlertJob,
  workDeliveryJob,
  sendAdEventsJob,
  noteLaterTruthsJob,
  placeCallJob,
]

/** The longest pause between two tries, in seconds, where it is not the queue's own: a call has but an hour. */
export const longestPauses: Record<string, number> = { [placeCallJob]: 300 }

/** What the workers need. Without a CRM its jobs wait in the queue until a start brings one. */
export type JobParts = {
  database: Database
  crm: Crm | undefined
  clock: Clock
  newId: NewId
  live: Live
  defaultCountry: string
  alertWays: AlertWays
  ads: Ads | undefined
  voiceAgent: VoiceAgent | undefined
  site: NotingParts['site'] & Pick<PlacingParts, 'callSetup'>
  laterAfterSeconds: number
  retryDelaySeconds: number
}

/** Starts working off the queue: which job does what. */
export async function startJobs(queue: Queue, parts: JobParts): Promise<void> {
  const { crm } = parts
  if (crm)
    await queue.work(
      deliverLeadToCrmJob,
      parkedForToday(queue, parts, deliverLeadToCrmJob, ({ leadId, once }) => {
        const delivered = deliverLeadToCrm({ ...parts, crm }, String(leadId))
        return once ? delivered.catch(leaveToTheOthers) : delivered
      }),
    )
  if (crm)
    await queue.work(
      deleteFromCrmJob,
      parkedForToday(queue, parts, deleteFromCrmJob, ({ erasureId }) =>
        deleteFromCrm({ ...parts, crm }, String(erasureId)),
      ),
    )
  await queue.work(
    sendAlertJob,
    pausedAsAsked(queue, parts, sendAlertJob, ({ alertId }) =>
      sendAlert({ ...parts, ...parts.alertWays }, String(alertId)),
    ),
  )
  const work = { ...parts, queue, job: deliverLeadToCrmJob }
  if (crm)
    await queue.work(
      compareWithCrmJob,
      parkedForToday(queue, parts, compareWithCrmJob, ({ comparisonId }) =>
        compareWithCrm({ ...work, crm }, String(comparisonId)),
      ),
    )
  await queue.work(workDeliveryJob, ({ deliveryId }) => workDelivery(work, String(deliveryId)))
  const { callSetup } = parts.site
  await queue.work(
    placeCallJob,
    pausedAsAsked(queue, parts, placeCallJob, ({ callRequestId }) =>
      placeCall({ ...work, callSetup }, String(callRequestId)),
    ),
  )
  const { ads } = parts
  await queue.work(noteLaterTruthsJob, async ({ leadId }) => {
    if (ads) await noteLaterTruths(work, String(leadId))
  })
  if (!ads) return
  await queue.work(sendAdEventsJob, () => sendAdEvents({ ...work, ads }))
  await lookAgain(work)
}

const LONG_PAUSE_MS = 60_000

/**
 * A job that a vendor wants to see no more today is sent anew for when it may, instead of using up its tries. The
 * seconds are spread, so that a crowd of them does not come back in one instant.
 */
function parkedForToday(
  queue: Queue,
  { database }: JobParts,
  name: string,
  work: (data: Record<string, unknown>) => Promise<void>,
): (data: Record<string, unknown>) => Promise<void> {
  return (data) =>
    work(data).catch(async (error: unknown) => {
      const pause = error instanceof VendorError && error.kind === 'rate-limited' ? error.retryAfterMs : 0
      if (!pause || pause < LONG_PAUSE_MS) throw error
      await queue.send(database, name, data, Math.ceil(pause / 1000 + Math.random() * 120))
    })
}

/** A job whose vendor named a pause is sent anew for its end; the queue's own pauses may be shorter. */
function pausedAsAsked(
  queue: Queue,
  { database }: JobParts,
  name: string,
  work: (data: Record<string, unknown>) => Promise<void>,
): (data: Record<string, unknown>) => Promise<void> {
  return (data) =>
    work(data).catch(async (error: unknown) => {
      const pause = error instanceof VendorError ? error.retryAfterMs : undefined
      if (!pause) throw error
      await queue.send(database, name, data, Math.ceil(pause / 1000))
    })
}

/** An extra try that the owner asked for: the lead's own tries go on, so its failure is noted and no more. */
function leaveToTheOthers(error: unknown): void {
  if (!(error instanceof VendorError)) throw error
}
