import { sql } from 'kysely'
import { noteChangedLeads } from '#server/counting/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { matchingRules, type Rule, type TriggerEvent } from './matching-rules.ts'
import { activeRules, hasRun, insertSkipped, insertTag } from './store.ts'

const stepOf: Partial<Record<TriggerEvent['trigger'], 'saw-pitch' | 'applied' | 'booked'>> = {
  video_progress: 'saw-pitch',
  application: 'applied',
  booking: 'booked',
}

/**
 * Records the steps of the funnel that a trigger event brings its lead to: by its own trigger, and by those of the rules
 * it sets off, whatever their tags are called. Only a rule says how much of the video is the pitch.
 */
async function reachSteps(
  transaction: Queryable,
  triggerEvent: TriggerEvent & { leadId: string; at: Date },
  rules: Rule[],
): Promise<void> {
  const own = triggerEvent.trigger === 'video_progress' ? undefined : stepOf[triggerEvent.trigger]
  const steps = new Set([own, ...rules.map(({ trigger }) => stepOf[trigger])].filter((step) => step))
  if (steps.size === 0) return
  const { rows } = await sql`
    insert into lead_steps (lead_id, step, at)
    select ${triggerEvent.leadId}, step, ${triggerEvent.at} from unnest(${[...steps]}::text[]) step
    on conflict do nothing returning step`.execute(transaction)
  if (rows.length > 0) await noteChangedLeads(transaction, sql`select ${triggerEvent.leadId}::uuid`)
}

/** Something that happened to a lead, with what a rule's execution keeps of it. */
export type LeadTriggerEvent = TriggerEvent & {
  leadId: string
  at: Date
  evidence: Record<string, unknown>
  /** When the rules run, where that is later than what happened. */
  executedAt?: Date
  /** Whether only rules count that held when it happened. */
  isLate?: boolean
  /** Whether it may have been reported before in other words: then a rule that ran for it does not run again. */
  mayBeRetold?: boolean
}

/**
 * Records the tags that a trigger event earns its lead, in the trigger event's own transaction, and returns their
 * number. Each execution is logged as it happens; for a tag the lead has already, as skipped.
 */
export async function applyRules(
  transaction: Queryable,
  newId: NewId,
  triggerEvent: LeadTriggerEvent,
): Promise<number> {
  const { leadId, at, evidence, trigger, executedAt = at } = triggerEvent
  let added = 0
  const active = await activeRules(transaction, triggerEvent.isLate ? at : null)
  const rules = matchingRules(active, triggerEvent)
  await reachSteps(transaction, triggerEvent, rules)
  for (const rule of rules) {
    const started = performance.now()
    const execution = { leadId, tagName: rule.tag_name, ruleId: rule.id, trigger }
    const executionMs = () => performance.now() - started
    const tag = { ...execution, id: newId(), ruleName: rule.name, evidence, at, executedAt }
    if (await insertTag(transaction, { ...tag, executionMs: executionMs() })) {
      added += 1
      continue
    }
    if (triggerEvent.mayBeRetold && (await hasRun(transaction, execution))) continue
    await insertSkipped(transaction, {
      ...execution,
      id: newId(),
      at: executedAt,
      ruleName: rule.name ?? null,
      reason: 'The lead has this tag already.',
      executionMs: executionMs(),
      triggerData: evidence,
    })
  }
  return added
}
