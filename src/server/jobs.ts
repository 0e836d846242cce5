import type { Timezone } from '#contract/range.ts'
import { hurryAlerts } from './alerts/hurry-alerts.ts'
import { sendAlertJob } from './alerts/order-alerts.ts'
import { type AlertWays, sendAlert } from './alerts/send-alert.ts'
import type { CaptureTokens } from './capture/capture-token.ts'
import { compareWithCrm, compareWithCrmJob } from './capture/compare-with-crm.ts'
import { deleteFromCrm, deleteFromCrmJob } from './capture/delete-from-crm.ts'
import { type DeliveryParts, deliverLeadToCrm } from './capture/deliver-lead-to-crm.ts'
import { type NotingParts, noteOfflineConversions } from './conversions/note-offline-conversions.ts'
import { lookAgain, sendAdEvents, sendAdEventsJob } from './conversions/send-ad-events.ts'
import { noteOfflineConversionsJob } from './external-events/link-external-events.ts'
import type { Ads } from './integrations/ads.ts'
import type { Crm } from './integrations/crm.ts'
import { VendorError } from './integrations/vendor-error.ts'
import type { VoiceAgent } from './integrations/voice-agent.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { NewId } from './platform/ids.ts'
import type { Live } from './platform/live.ts'
import type { JobData, JobHandler, Queue } from './platform/queue.ts'
import { deliverLeadToCrmJob } from './tagging/order-delivery.ts'
import { type PlacingParts, placeCall } from './voice/place-call.ts'
import { placeCallJob } from './voice/request-call.ts'
import { whyTagHeld } from './voice/why-tag-held.ts'
import { processDelivery, processDeliveryJob } from './webhooks/process-delivery.ts'
import { readAgain } from './webhooks/read-again.ts'
import { workWhile } from './work-while.ts'

/** Every kind of job there is. */
export const jobNames = [
  deliverLeadToCrmJob,
  deleteFromCrmJob,
  compareWithCrmJob,
  sendAlertJob,
  processDeliveryJob,
  sendAdEventsJob,
  noteOfflineConversionsJob,
  placeCallJob,
]

/** The longest pause between two tries, in seconds, where it is not the queue's own: a call has but an hour. */
export const longestPauses: Record<string, number> = { [placeCallJob]: 300 }

/** What the workers need. While no CRM is connected its jobs wait in the queue. */
export type JobParts = {
  database: Database
  crm(): Crm | undefined
  /** Told of each change of how vendors are connected. */
  onVendorsChange(listener: () => void): () => void
  /** By what the account of the CRM is known again. */
  crmAccount(): string | undefined
  /** Makes sure that what is remembered of the CRM is this account's. */
  adoptCrmAccount(): Promise<void>
  clock: Clock
  newId: NewId
  captureTokens: CaptureTokens
  live: Live
  defaultCountry: string
  alertWays: AlertWays
  ownTimezone(): Timezone
  ads(): Ads | undefined
  voiceAgent(): VoiceAgent | undefined
  site: NotingParts['site'] & Pick<PlacingParts, 'callSetup'>
  /** Reads anew what the owner entered, which another process may know already. */
  refreshVendors(): Promise<void>
  laterAfterSeconds: number
  retryDelaySeconds: number
  onProblem(error: unknown): void
}

// For a job that was taken up in the moment in which its vendor was removed.
const LOOK_AGAIN_SECONDS = 60
const AT_ONCE_SECONDS = 1

/** Starts working off the queue: which job does what. Returns what ends the looking for changes of vendors. */
export async function startJobs(queue: Queue, parts: JobParts): Promise<() => void> {
  const work = { ...parts, queue }
  const endings = [await workForCrm(work), await workForAds(work)]
  await queue.work(
    sendAlertJob,
    sentAnewAfter(pauseNamed, work, sendAlertJob, ({ alertId }) =>
      sendAlert({ ...parts, ...parts.alertWays }, String(alertId)),
    ),
  )
  // The mail server is the configuration's: whoever puts it right starts the product again. That alone sends nothing twice.
  await hurryAlerts(queue, parts.database, 'email', 'unanswered')
  await queue.work(processDeliveryJob, ({ deliveryId }) => processDelivery(work, String(deliveryId)))
  await readAgain(work)
  await queue.work(
    placeCallJob,
    sentAnewAfter(pauseNamed, work, placeCallJob, (data) => {
      const voiceAgent = parts.voiceAgent()
      const isCrmConnected = parts.crm() !== undefined
      const { callSetup } = parts.site
      const placed = placeCall({ ...work, voiceAgent, isCrmConnected, callSetup }, String(data.callRequestId))
      return placed.catch(sentAnewByOther(work, placeCallJob, data, () => parts.voiceAgent() !== voiceAgent))
    }),
  )
  return () => {
    for (const end of endings) end()
  }
}

type Work = JobParts & { queue: Queue }

/** Everything that is done with the CRM, for as long as one is connected; each job keeps the one it began with. */
async function workForCrm(parts: Work): Promise<() => void> {
  const { queue, database } = parts
  const { callSetup } = parts.site
  const crmJobs: Record<string, (crm: Crm, data: JobData) => Promise<void>> = {
    [deliverLeadToCrmJob]: (crm, { leadId, once }) => {
      const held: DeliveryParts['whyTagHeld'] = (id, tag) => whyTagHeld({ ...parts, callSetup }, id, tag)
      const delivered = deliverLeadToCrm(
        { ...parts, crm, crmAccount: parts.crmAccount(), whyTagHeld: held },
        String(leadId),
      )
      return once ? delivered.catch(leaveToTheOthers) : delivered
    },
    [deleteFromCrmJob]: (crm, { erasureId, once }) => {
      const deleted = deleteFromCrm({ ...parts, crm }, String(erasureId))
      return once ? deleted.catch(leaveToTheOthers) : deleted
    },
    [compareWithCrmJob]: (crm, { comparisonId }) => compareWithCrm({ ...parts, crm }, String(comparisonId)),
  }
  const isNeeded = async () => {
    if (!parts.crm()) return false
    await parts.adoptCrmAccount()
    return true
  }
  const endings: (() => void)[] = []
  for (const [name, work] of Object.entries(crmJobs)) {
    const handler = sentAnewAfter(pauseOfDay, parts, name, async (data) => {
      const crm = parts.crm()
      if (!crm) return queue.send(database, name, data, LOOK_AGAIN_SECONDS)
      await work(crm, data).catch(sentAnewByOther(parts, name, data, () => parts.crm() !== crm))
    })
    endings.push(
      await workWhile(queue, { name, handler, isNeeded }, { ...parts, onChange: parts.onVendorsChange }),
    )
  }
  return () => {
    for (const end of endings) end()
  }
}

/** What is reported to the advert account, for as long as one is connected. */
async function workForAds(parts: Work): Promise<() => void> {
  const { queue } = parts
  await queue.work(noteOfflineConversionsJob, async ({ leadId }) => {
    if (parts.ads()) await noteOfflineConversions(parts, String(leadId))
  })
  const job = {
    name: sendAdEventsJob,
    handler: async () => {
      const ads = parts.ads()
      const isReplaced = async () => {
        await parts.refreshVendors()
        return parts.ads() !== ads
      }
      if (ads) await sendAdEvents({ ...parts, ads, isReplaced, pixelId: parts.site.pixelId })
    },
    isNeeded: async () => {
      if (!parts.ads()) return false
      await lookAgain(parts)
      return true
    },
  }
  return workWhile(queue, job, { ...parts, onChange: parts.onVendorsChange })
}

const LONG_PAUSE_MS = 60_000

/**
 * The seconds for which a vendor wants to see a job no more today. They are spread, so that a crowd of jobs does not
 * come back in one instant.
 */
function pauseOfDay(error: VendorError): number | undefined {
  const pause = error.kind === 'rate-limited' ? (error.retryAfterMs ?? 0) : 0
  return pause < LONG_PAUSE_MS ? undefined : pause / 1000 + Math.random() * 120
}

/** The seconds that a vendor named; the queue's own pauses may be shorter. */
const pauseNamed = ({ retryAfterMs }: VendorError): number | undefined =>
  retryAfterMs ? retryAfterMs / 1000 : undefined

/** A job whose vendor asks for a pause is sent anew for its end, instead of using up its tries. */
function sentAnewAfter(
  pauseOf: (error: VendorError) => number | undefined,
  { queue, database }: Work,
  name: string,
  work: JobHandler,
): JobHandler {
  return (data) =>
    work(data).catch(async (error: unknown) => {
      const pause = error instanceof VendorError ? pauseOf(error) : undefined
      if (pause === undefined) throw error
      await queue.send(database, name, data, Math.ceil(pause))
    })
}

/**
 * A job that was refused is sent anew at once where its vendor is another one by now: the owner put right what it was
 * refused for, in whichever process, and hurried all others.
 */
function sentAnewByOther(
  { queue, database, refreshVendors }: Work,
  name: string,
  data: JobData,
  isReplaced: () => boolean,
): (error: unknown) => Promise<void> {
  return async (error) => {
    if (!(error instanceof VendorError)) throw error
    await refreshVendors()
    if (!isReplaced()) throw error
    await queue.send(database, name, data, AT_ONCE_SECONDS)
  }
}

/** An extra try that the owner asked for: the tries of its own go on, so its failure is noted and no more. */
function leaveToTheOthers(error: unknown): void {
  if (!(error instanceof VendorError)) throw error
}
