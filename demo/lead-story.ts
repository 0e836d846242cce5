import { captureLead } from '#server/leads/capture-lead.ts'
import { deliverLeadToCrmJob } from '#server/leads/deliver-lead-to-crm.ts'
import { reachMilestone } from '#server/milestones/reach-milestone.ts'
import type { Database } from '#server/platform/database.ts'
import { idsOn } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { DemoCrm } from './crm.ts'
import { deliverInTheEnd, deliverOnTime } from './deliveries.ts'
import type { Dice } from './dice.ts'
import { hearVendors } from './hear-vendors.ts'
import type { NextStep } from './journey.ts'
import type { DemoLead } from './leads.ts'
import { submitOf } from './submit.ts'
import { newsOf } from './vendor-news.ts'
import type { FormSent } from './visitor.ts'

/** What writing the month needs. `inTransaction` lets only a few transactions run at once. */
export type MonthParts = {
  database: Database
  queue: Queue
  crm: DemoCrm
  now: Date
  inTransaction<T>(work: () => Promise<T>): Promise<T>
}

type Event = { form: FormSent } | { step: NextStep }
const momentOf = (event: Event) => ('form' in event ? event.form.at : event.step.at)

/** Lives through what a lead did, in order: each form is captured, each step tagged, and the CRM told after each. */
export async function tellStory(parts: MonthParts, dice: Dice, lead: DemoLead): Promise<void> {
  const { forms, steps } = lead.visitor
  const events = [...forms.map((form) => ({ form })), ...steps.map((step) => ({ step }))]
  events.sort((one, other) => momentOf(one).getTime() - momentOf(other).getTime())
  // Whoever the CRM does not have yet did nothing else: the trouble is what there is to see.
  const told = lead.trouble && isLasting(lead.trouble) ? events.slice(0, 1) : events
  let leadId = ''
  for (const event of told) {
    const at = momentOf(event)
    const isFirst = event === told[0]
    const sent = jobsOf(parts, dice, lead)
    if ('form' in event) {
      const submit = submitOf(dice, lead.visitor, lead.person, event.form)
      const newId = idsOn({ now: () => at }, dice.bytes)
      const capture = { ...parts, newId, queue: sent.queue, job: deliverLeadToCrmJob }
      leadId = (await parts.inTransaction(() => captureLead(capture, submit))).leadId
    } else await parts.inTransaction(() => takeStep(parts, dice, lead, event.step, sent.queue))
    if (!sent.isDue()) continue
    const delivery = { ...parts, dice, leadId, at }
    if (isFirst && lead.trouble) await deliverInTheEnd(delivery, lead.person.email, lead.trouble)
    else await deliverOnTime(delivery)
  }
  if (told !== events || !leadId) return
  const news = newsOf(dice, { id: leadId, person: lead.person }, steps, parts.now)
  const isDue = await hearVendors(parts, dice, news)
  const at = news.at(-1)?.at
  if (isDue && at) await deliverOnTime({ ...parts, dice, leadId, at })
}

const isLasting = (trouble: string) => ['waiting', 'failing', 'given-up', 'refused'].includes(trouble)

/**
 * The queue as the month's captures meet it. What is long over is worked off here, at the time it had; what still
 * waits or fails goes to the real queue, for the server to go on with.
 */
function jobsOf(parts: MonthParts, dice: Dice, { trouble }: DemoLead) {
  let isSent = false
  const stays = trouble === 'waiting' || trouble === 'failing'
  const inSeconds = trouble === 'waiting' ? dice.whole(90, 900) : dice.whole(30, 240)
  const send: Queue['send'] = async (transaction, name, data) => {
    isSent = true
    if (stays) await parts.queue.send(transaction, name, data, inSeconds)
  }
  return { queue: { send }, isDue: () => isSent }
}

/** Tells the product what the browser would: what it claims counts for its own lead. */
async function takeStep(
  parts: MonthParts,
  dice: Dice,
  { visitor, person }: DemoLead,
  step: NextStep,
  queue: Pick<Queue, 'send'>,
): Promise<void> {
  const { at, trigger: kind, page, watchTime = 0 } = step
  const told = {
    video_progress: { key: String(Math.floor(watchTime / 60)), evidence: { watchTime } },
    application: { key: page, evidence: { page } },
    booking: {
      key: person.email,
      evidence: { email: person.email, source: 'cal_booking', claimed: true },
    },
  }[kind]
  const newId = idsOn({ now: () => at }, dice.bytes)
  const reached = { visitorId: visitor.id, kind, at, ...told }
  await reachMilestone({ ...parts, queue, newId, job: deliverLeadToCrmJob }, reached)
}
