import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { type Execution, type LeadStep, lockLeads, recordExecutions } from './execution-store.ts'
import { matchingRules, type Rule, type TriggerEvent } from './matching-rules.ts'
import { activeRules } from './store.ts'

/** Something that happened to a lead, with what a rule's execution keeps of it. */
export type LeadTriggerEvent = TriggerEvent & {
  leadId: string
  at: Date
  evidence: Record<string, unknown>
  /** When the rules run, where that is later than what happened. */
  executedAt?: Date
  /** Whether only rules count that held when it happened. */
  isLate?: boolean
  /** Whether it may have been told before in other words: then a rule that ran for it does not run again. */
  mayBeRetold?: boolean
}

/**
 * Records the tags that trigger events earn their leads, in the trigger events' own transaction, and returns their number. Each
 * execution is logged as it happens; for a tag the lead has already, as skipped.
 */
export async function applyRules(
  transaction: Queryable,
  newId: NewId,
  triggerEvents: LeadTriggerEvent[],
  rules?: Rule[],
): Promise<number> {
  if (triggerEvents.length === 0) return 0
  const retold = triggerEvents.filter(({ mayBeRetold }) => mayBeRetold)
  // Who tells of the same in other words takes turns, so that each sees what the other's rules did.
  if (retold.length > 0)
    await lockLeads(
      transaction,
      retold.map(({ leadId }) => leadId),
    )
  const { executions, steps } = earnedBy(newId, triggerEvents, rules ?? (await activeRules(transaction)))
  return (await recordExecutions(transaction, executions, steps)).size
}

/** The tags that trigger events earn, in the order of the trigger events and of the rules, and the steps they reach. */
export function earnedBy(
  newId: NewId,
  triggerEvents: LeadTriggerEvent[],
  active: Rule[],
): { executions: Execution[]; steps: LeadStep[] } {
  const earned = triggerEvents.map((triggerEvent) => {
    const { leadId, at, trigger, evidence, executedAt = at, isLate, mayBeRetold } = triggerEvent
    const held = isLate ? active.filter(({ holds_since: since }) => !since || new Date(since) <= at) : active
    const rules = matchingRules(held, triggerEvent)
    const executions = rules.map((rule) => ({
      id: newId(),
      leadId,
      tagName: rule.tag_name,
      ruleId: rule.id,
      ...(rule.name !== undefined && { ruleName: rule.name }),
      trigger,
      evidence,
      at,
      executedAt,
      ifHeld: mayBeRetold ? ('log-unless-run' as const) : ('log' as const),
    }))
    return { executions, steps: stepsOf(triggerEvent, rules).map((step) => ({ leadId, step, at })) }
  })
  return {
    executions: earned.flatMap(({ executions }) => executions),
    steps: earned.flatMap(({ steps }) => steps),
  }
}

const stepOf: Partial<Record<TriggerEvent['trigger'], LeadStep['step']>> = {
  video_progress: 'saw-pitch',
  application: 'applied',
  booking: 'booked',
}

/**
 * The steps of the funnel that a trigger event brings its lead to: by its own trigger, and by those of the rules it sets
 * off, whatever their tags are called. Only a rule says how much of the video is the pitch.
 */
function stepsOf({ trigger }: TriggerEvent, rules: Rule[]): LeadStep['step'][] {
  const own = trigger === 'video_progress' ? undefined : stepOf[trigger]
  const reached = [own, ...rules.map((rule) => stepOf[rule.trigger])]
  return [...new Set(reached.filter((step) => step !== undefined))]
}
