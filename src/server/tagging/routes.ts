import type { FastifyInstance } from 'fastify'
import { autoTagRulesApi } from '#contract/auto-tag-rules.ts'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changePageTags } from './change-page-tags.ts'
import { dryRunRule } from './dry-run-rule.ts'
import { readRules } from './rule-store.ts'
import type { ViewTagParts } from './tag-page-views.ts'
import { changeRule, createRule, deleteRule } from './write-rules.ts'

/** The owner's calls that write rules, try them out, and send again what the CRM did not take. */
export function taggingRoutes(
  app: FastifyInstance,
  parts: ViewTagParts & {
    ownerGate: OwnerGate
    live: Live
    /** All rules as the owner sees them, or the one with an id. */
    listRules(ruleId?: string): Promise<AutoTagRule[]>
    /** Send again what the CRM did not take: one execution of a rule, or all that failed. */
    replayDelivery(logId: string): Promise<{ queued: number; message: string }>
    replayFailed(): Promise<{ queued: number; message: string }>
  },
): void {
  const { database, clock, newId, listRules } = parts
  const ruleOf = async (ruleId: string): Promise<AutoTagRule> => {
    const [rule] = isId(ruleId) ? await listRules(ruleId) : []
    if (!rule) throw new Refusal('not-found', 'There is no such rule.')
    return rule
  }

  serve(app, autoTagRulesApi, parts.ownerGate, {
    'POST /api/auto-tags/rules': async (draft) => {
      const id = newId()
      await createRule(database, { ...draft, id, at: clock.now() })
      parts.live.changed('tags')
      return ruleOf(id)
    },
    'PUT /api/auto-tags/rules/:ruleId': async ({ ruleId, inPlaceOf, ...draft }) => {
      await changeRule(parts, ruleId, draft, inPlaceOf)
      parts.live.changed('tags')
      return ruleOf(ruleId)
    },
    'DELETE /api/auto-tags/rules/:ruleId': async ({ ruleId }) => {
      await deleteRule(parts, ruleId)
      parts.live.changed('tags')
      return { success: true }
    },
    'POST /api/auto-tags/rules/dry-run': async ({ ruleId, trigger, ...draft }) => {
      if (trigger) return dryRunRule(database, { ...draft, trigger }, clock.now())
      const rule = (await readRules(database)).find(({ id }) => id === ruleId)
      if (!rule) throw new Refusal('not-found', 'There is no such rule.')
      return dryRunRule(database, rule, clock.now())
    },
    'PUT /api/pages/:path/tags': async (change) => {
      await changePageTags(parts, change)
      parts.live.changed('tags')
      return listRules()
    },
    'POST /api/auto-tags/logs/:logId/replay': async ({ logId }) => {
      const replayed = await parts.replayDelivery(logId)
      if (replayed.queued > 0) parts.live.changed('tags')
      return replayed
    },
    'POST /api/auto-tags/logs/replay-failed': async () => {
      const replayed = await parts.replayFailed()
      if (replayed.queued > 0) parts.live.changed('tags')
      return replayed
    },
  })
}
