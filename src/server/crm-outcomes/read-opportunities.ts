import { z } from 'zod'
import type { CrmOutcomes } from '#server/integrations/crm-outcomes.ts'
import { ofOneThingAlone, VendorError } from '#server/integrations/vendor-error.ts'
import { latestNoted } from '#server/platform/clock.ts'
import { forgetUnseenOpportunities, saveOpportunities } from './opportunity-store.ts'
import type { CrmTurn, Step } from './reading-step.ts'
import { isPlanDue, keepPlan, notePlanned, noteRead } from './reading-store.ts'

const MINUTE = 60_000
const EVERY_MS = 30 * MINUTE
// A CRM that would begin anew where it is asked for a page by its number comes to the same one again.
const MOST_PASSED_OVER = 5
const NOT_UNDERSTOOD = 'Some opportunities could not be understood.'

/**
 * What is being read: where it goes on, what pipelines and stages are called, and how far it has come. `byPipeline`: which
 * pipelines are still to be read one by one, the first of them now, because the CRM stumbled over a page of all. Of what is
 * read now, `page` is the number of the page that comes next, and `passedOver` how many could not be read.
 */
const OpportunitiesPlan = z.object({
  after: z
    .union([z.object({ startAfter: z.number(), startAfterId: z.string() }), z.object({ page: z.number() })])
    .optional(),
  page: z.number().default(1),
  passedOver: z.number().default(0),
  byPipeline: z.array(z.string()).optional(),
  pipelines: z.record(z.string(), z.string()),
  stages: z.record(z.string(), z.string()),
  pages: z.number(),
  read: z.number(),
  total: z.number().nullable(),
  notRead: z.number(),
  notReadReason: z.string().nullable().default(null),
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
  // What was begun while a clock was ahead would take all that is seen now for what was seen before it.
  if (!plan || reading.planned_at === null || reading.planned_at > latestNoted(at)) {
    if (!isPlanDue(reading, at)) return false
    const pipelines = await crm.listPipelines()
    const begun: OpportunitiesPlan = {
      pipelines: Object.fromEntries(pipelines.map(({ id, name }) => [id, name])),
      stages: Object.fromEntries(pipelines.flatMap(({ stages }) => [...stages])),
      ...{ page: 1, passedOver: 0, pages: 0, read: 0, total: null, notRead: 0, notReadReason: null },
    }
    await notePlanned(database, 'opportunities', turn, { plan: begun, at, isWhole: true })
    return true
  }
  const page = await crm
    .readOpportunities(plan.after, plan.byPipeline?.[0])
    .catch((error: unknown) => stumbleOfPage(crm, plan, error))
  if (page === 'not-by-number') return goOn(parts, reading.planned_at, plan)
  if ('reason' in page) return passOver(parts, reading.planned_at, plan, page.reason)
  const rows = page.items.map(({ id, contactId, pipelineId, stageId, status, value, changedAt }) => ({
    ...{ id, contactId, status, value, changedAt },
    pipeline: pipelineId === null ? null : (plan.pipelines[pipelineId] ?? null),
    stage: stageId === null ? null : (plan.stages[stageId] ?? null),
  }))
  await saveOpportunities(database, rows, { locationKey: reading.location_key, at })
  const read: OpportunitiesPlan = {
    ...plan,
    after: page.next,
    page: plan.page + 1,
    pages: plan.pages + 1,
    read: plan.read + page.items.length + page.unread,
    total: plan.byPipeline ? plan.total : (page.total ?? plan.total),
    notRead: plan.notRead + page.unread,
    notReadReason: plan.notReadReason ?? (page.unread > 0 ? NOT_UNDERSTOOD : null),
  }
  if (page.next === undefined) return goOn(parts, reading.planned_at, read)
  await keepPlan(database, 'opportunities', turn, read)
  return true
}

/**
 * What the CRM says of one page at which it stumbles while it answers otherwise, or that it gives none by its number; whatever
 * concerns all of them is thrown.
 */
async function stumbleOfPage(
  crm: CrmOutcomes,
  { after }: OpportunitiesPlan,
  error: unknown,
): Promise<{ reason: string } | 'not-by-number'> {
  if (error instanceof VendorError && after && 'page' in after && ofOneThingAlone.includes(error.kind))
    return 'not-by-number'
  if (!(error instanceof VendorError) || (error.kind !== 'vendor-fault' && error.kind !== 'unreachable'))
    throw error
  await crm.listPipelines()
  return { reason: error.message }
}

/**
 * Goes on after a page that cannot be read. Where the next one begins is told by that page alone, so each pipeline is read by
 * itself, and of the one which holds it what lies behind is asked for by the page's number, and left out after many.
 */
async function passOver(
  parts: CrmTurn,
  plannedAt: Date,
  plan: OpportunitiesPlan,
  reason: string,
): Promise<boolean> {
  if (plan.byPipeline) {
    const without = { ...plan, notRead: plan.notRead + 1, notReadReason: plan.notReadReason ?? reason }
    if (plan.passedOver >= MOST_PASSED_OVER) return goOn(parts, plannedAt, without)
    const page = plan.page + 1
    const behind = { ...without, page, after: { page }, passedOver: plan.passedOver + 1 }
    await keepPlan(parts.database, 'opportunities', parts.turn, behind)
    return true
  }
  const byPipeline = Object.keys(plan.pipelines)
  const anew = { ...plan, byPipeline, after: undefined, page: 1, read: 0, notRead: 0, notReadReason: null }
  await keepPlan(parts.database, 'opportunities', parts.turn, anew)
  return true
}

/** Goes on with the next pipeline where they are read one by one, else ends what was planned. */
async function goOn(parts: CrmTurn, plannedAt: Date, plan: OpportunitiesPlan): Promise<boolean> {
  const { database, clock, turn } = parts
  const at = clock.now()
  const byPipeline = plan.byPipeline?.slice(1)
  if (byPipeline && byPipeline.length > 0) {
    const next = { ...plan, byPipeline, after: undefined, page: 1, passedOver: 0 }
    await keepPlan(database, 'opportunities', turn, next)
    return true
  }
  const { notRead, notReadReason, pages } = plan
  // One by one, those of a pipeline that is listed no more are not seen.
  if (notRead === 0 && !byPipeline) await forgetUnseenOpportunities(database, plannedAt, at)
  await noteRead(database, 'opportunities', turn, {
    ...{ at, notRead, notReadReason },
    // A page a minute at most, so that very many do not take up what the CRM allows.
    nextAt: new Date(at.getTime() + Math.max(EVERY_MS, pages * MINUTE)),
  })
  parts.changed('leads')
  parts.changed('connections')
  return true
}
