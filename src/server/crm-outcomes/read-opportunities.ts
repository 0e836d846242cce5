import { z } from 'zod'
import { forgetUnseenOpportunities, saveOpportunities } from './opportunity-store.ts'
import type { Step } from './reading-step.ts'
import { keepPlan, notePlanned, noteRead } from './reading-store.ts'

const MINUTE = 60_000
const EVERY_MS = 30 * MINUTE

/** What is being read: where it goes on, what pipelines and stages are called, and how far it has come. */
const OpportunitiesPlan = z.object({
  after: z.object({ startAfter: z.number(), startAfterId: z.string() }).optional(),
  pipelines: z.record(z.string(), z.string()),
  stages: z.record(z.string(), z.string()),
  pages: z.number(),
  read: z.number(),
  total: z.number().nullable(),
  notRead: z.number(),
})
type OpportunitiesPlan = z.output<typeof OpportunitiesPlan>

/** How much of the opportunities' plan is done, from 0 to 1. */
export function progressOfOpportunities(plan: unknown): number | null {
  const told = OpportunitiesPlan.safeParse(plan).data
  if (!told) return null
  return told.total ? Math.min(1, told.read / told.total) : 0
}

/** Reads the next page of opportunities. All are read each time: the CRM cannot be asked for what has changed. */
export const readOpportunitiesStep: Step = async (parts, crm, reading) => {
  const { database, clock, turn } = parts
  const at = clock.now()
  const plan = OpportunitiesPlan.safeParse(reading.plan).data
  if (!plan || reading.planned_at === null) {
    if (reading.next_at !== null && reading.next_at > at) return false
    const pipelines = await crm.listPipelines()
    const begun: OpportunitiesPlan = {
      pipelines: Object.fromEntries(pipelines.map(({ id, name }) => [id, name])),
      stages: Object.fromEntries(pipelines.flatMap(({ stages }) => [...stages])),
      ...{ pages: 0, read: 0, total: null, notRead: 0 },
    }
    await notePlanned(database, 'opportunities', turn, { plan: begun, at, isWhole: true })
    return true
  }
  const page = await crm.readOpportunities(plan.after)
  const rows = page.items.map(({ id, contactId, pipelineId, stageId, status, value, changedAt }) => ({
    ...{ id, contactId, status, value, changedAt },
    pipeline: pipelineId === null ? null : (plan.pipelines[pipelineId] ?? null),
    stage: stageId === null ? null : (plan.stages[stageId] ?? null),
  }))
  await saveOpportunities(database, rows, { locationKey: reading.location_key, at })
  const notRead = plan.notRead + page.unread
  const pages = plan.pages + 1
  if (page.next !== undefined) {
    const read = plan.read + page.items.length + page.unread
    const total = page.total ?? plan.total
    await keepPlan(database, 'opportunities', turn, {
      ...plan,
      after: page.next,
      pages,
      read,
      total,
      notRead,
    })
    return true
  }
  if (notRead === 0) await forgetUnseenOpportunities(database, reading.planned_at)
  await noteRead(database, 'opportunities', turn, {
    ...{ at, notRead, notReadReason: notRead > 0 ? 'Some opportunities could not be understood.' : null },
    // A page a minute at most, so that very many do not take up what the CRM allows.
    nextAt: new Date(at.getTime() + Math.max(EVERY_MS, pages * MINUTE)),
  })
  parts.changed('leads')
  parts.changed('connections')
  return true
}
