import { captureLead } from '#server/capture/capture-lead.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import type { Ads } from '#server/integrations/ads.ts'
import { followCaptures } from '#server/milestones/follow-captures.ts'
import { reachMilestone } from '#server/milestones/reach-milestone.ts'
import { reportWatching } from '#server/milestones/report-watching.ts'
import type { Database } from '#server/platform/database.ts'
import { idsOn } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { deliverLeadToCrmJob } from '#server/tagging/order-delivery.ts'
import { addWatchedSteps } from '#server/watching/store.ts'
import { claimPixelEvents } from './claim-pixel-events.ts'
import { VIDEO_SECONDS } from './coach-film.ts'
import type { DemoCrm } from './crm.ts'
import { deliverInTheEnd, deliverOnTime } from './deliveries.ts'
import { type FollowingJob, jobsAt } from './following-jobs.ts'
import { hearVendors } from './hear-vendors.ts'
import type { NextStep } from './journey.ts'
import type { DemoLead } from './leads.ts'
import { takeOwnFunnel } from './own-funnel.ts'
import { placeCalls } from './place-calls.ts'
import type { Random } from './random.ts'
import { mediaOf } from './site-pages.ts'
import { submitOf } from './submit.ts'
import { type CoachsAlerts, tellCoach } from './tell-coach.ts'
import { newsOf } from './vendor-news.ts'
import type { FormSent } from './visitor.ts'

/** What writing the month needs. `inTransaction` lets only a few transactions run at once. */
export type MonthParts = {
  database: Database
  queue: Queue
  crm: DemoCrm
  ads: Ads
  alerts: CoachsAlerts
  now: Date
  inTransaction<T>(work: () => Promise<T>): Promise<T>
}

type Event = { form: FormSent } | { step: NextStep }
const momentOf = (event: Event) => ('form' in event ? event.form.at : event.step.at)

/**
 * Lives through what a lead did, in order: each form is captured, each step tagged, and the CRM told after each. Then
 * vendors have their say. Returns the leads about whom the advert account may have something to hear.
 */
export async function tellStory(parts: MonthParts, random: Random, lead: DemoLead): Promise<Set<string>> {
  const { forms, steps } = lead.visitor
  const events = [...forms.map((form) => ({ form })), ...steps.map((step) => ({ step }))]
  events.sort((one, other) => momentOf(one).getTime() - momentOf(other).getTime())
  // Whoever the CRM does not have yet did nothing else: the trouble is what there is to see.
  const told = lead.trouble && isLasting(lead.trouble) ? events.slice(0, 1) : events
  let leadId = ''
  const following: FollowingJob[] = []
  for (const event of told) {
    const at = momentOf(event)
    const isFirst = event === told[0]
    const { queue, jobs } = jobsOf(parts, random, lead, at)
    if ('form' in event) {
      const submit = submitOf(random, lead.visitor, lead.person, event.form)
      const newId = idsOn({ now: () => at }, random.bytes)
      const capture = { ...parts, newId, queue, followers: followCaptures }
      leadId = (await parts.inTransaction(() => captureLead(capture, submit))).leadId ?? ''
    } else await parts.inTransaction(() => takeStep(parts, random, lead, event.step, queue))
    following.push(...jobs)
    if (!jobs.some(isDelivery)) continue
    const delivery = { ...parts, random, leadId, at }
    if (isFirst && lead.trouble) await deliverInTheEnd(delivery, lead.person.email, lead.trouble)
    else await deliverOnTime(delivery)
  }
  await tellCoach(parts, following)
  if (told !== events || !leadId) return new Set()
  await claimPixelEvents(parts, random, lead.visitor, leadId)
  const news = newsOf(random, { id: leadId, person: lead.person }, steps, parts.now)
  const heard = await hearVendors(parts, random, news)
  heard.push(...(await takeOwnFunnel(parts, random, lead)))
  const calls = await placeCalls(parts, random, [...following, ...heard])
  heard.push(...(await hearVendors(parts, random, calls)))
  const last = heard.findLast(isDelivery)
  if (last) await deliverOnTime({ ...parts, random, leadId, at: last.at })
  return new Set(heard.filter(isTruth).map(({ data }) => String(data.leadId)))
}

const isDelivery = ({ name }: FollowingJob) => name === deliverLeadToCrmJob
const isTruth = ({ name }: FollowingJob) => name === noteOfflineConversionsJob
const isLasting = (trouble: string) => ['waiting', 'failing', 'given-up', 'refused'].includes(trouble)

/**
 * The queue as the month's captures meet it. What is long over is worked off here, at the time it had; what still
 * waits or fails at the CRM goes to the real queue, for the server to go on with.
 */
function jobsOf(parts: MonthParts, random: Random, { trouble }: DemoLead, at: Date) {
  const { queue, jobs } = jobsAt(at)
  const stays = trouble === 'waiting' || trouble === 'failing'
  const inSeconds = trouble === 'waiting' ? random.whole(90, 900) : random.whole(30, 240)
  const send: Queue['send'] = async (transaction, name, data) => {
    await queue.send(transaction, name, data)
    if (stays && name === deliverLeadToCrmJob) await parts.queue.send(transaction, name, data, inSeconds)
  }
  return { queue: { send }, jobs }
}

/** Tells the product what the browser would: what it claims counts for its own lead. */
async function takeStep(
  parts: MonthParts,
  random: Random,
  { visitor, person }: DemoLead,
  step: NextStep,
  queue: Pick<Queue, 'send'>,
): Promise<void> {
  const { at, trigger: kind, page, watched } = step
  const newId = idsOn({ now: () => at }, random.bytes)
  const work = { ...parts, queue, newId }
  const visitorId = visitor.id
  if (kind === 'video_progress') {
    const { second = 0, steps = [] } = watched ?? {}
    const media = mediaOf(page)
    if (steps.length > 0)
      await addWatchedSteps(parts.database, {
        visitorId,
        media,
        steps,
        position: second,
        duration: VIDEO_SECONDS,
        at,
      })
    return reportWatching(work, { visitorId, second, at })
  }
  const told =
    kind === 'application'
      ? { key: page, evidence: { page } }
      : { key: person.email, evidence: { email: person.email, source: 'cal_booking', claimed: true } }
  await reachMilestone(work, { visitorId, kind, at, ...told })
}
