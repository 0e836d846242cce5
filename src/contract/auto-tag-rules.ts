import { z } from 'zod'
import { AutoTagRule, triggers } from './auto-tags.ts'
import { Done, type Endpoints, Replayed } from './endpoint.ts'
import { ruleLimits } from './rule-limits.ts'
import { line } from './text.ts'

const tagName = line(ruleLimits.tagName)
const needed = (max: number) => line(max).min(1, 'is needed')

/** Blank entries and repetitions say nothing. */
const tidied = (entries: string[]) => [...new Set(entries.filter((entry) => entry !== ''))]
const pages = z
  .array(line(ruleLimits.page))
  .max(ruleLimits.pages, `must be at most ${ruleLimits.pages} entries`)
  .transform(tidied)
  .optional()
const exactPages = z
  .array(
    line(ruleLimits.page).refine((path) => path === '' || path.startsWith('/'), 'must start with a slash'),
  )
  .max(ruleLimits.pages, `must be at most ${ruleLimits.pages} entries`)
  .transform(tidied)
  .optional()

const Conditions = z.object({
  page: pages,
  exactPage: exactPages,
  watchTime: z.number('must be a number of seconds').int().min(0).max(86_400).optional(),
})

type Matching = { trigger: (typeof triggers)[number]; conditions: z.output<typeof Conditions> }

/** A condition that its trigger can never fulfil would make a rule that looks alive and does nothing. */
function refuseDeadConditions({ trigger, conditions }: Matching, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['conditions', field], message })
  if (conditions.watchTime !== undefined && trigger !== 'video_progress')
    refuse('watchTime', 'only counts for a watched video')
  if (trigger !== 'booking') return
  if (conditions.page?.length) refuse('page', 'does not count for a booking, which has no page')
  if (conditions.exactPage?.length) refuse('exactPage', 'does not count for a booking, which has no page')
}

const matching = {
  trigger: z.enum(triggers, 'must be one of the triggers'),
  conditions: Conditions.default({}),
}

/** A rule as the owner writes it. */
const RuleDraft = z.object({
  name: needed(ruleLimits.name),
  description: line(ruleLimits.description).default(''),
  tagName: needed(ruleLimits.tagName),
  ...matching,
})
export type RuleDraft = z.output<typeof RuleDraft>

/** What is written in a rule, as it is told; one that was stored under other limits, too. */
export const WrittenRule = AutoTagRule.pick({
  name: true,
  description: true,
  tagName: true,
  trigger: true,
  conditions: true,
})
export type WrittenRule = z.output<typeof WrittenRule>

/** Whom a rule would have tagged in the last 30 days: each person once, at the first event that would have. */
export const DryRun = z.object({
  days: z.number(),
  count: z.number(),
  /** How many of them have the tag today. */
  tagged: z.number(),
  /** The newest 50. */
  people: z.array(
    z.object({
      leadId: z.string(),
      name: z.string(),
      email: z.string(),
      at: z.string(),
      cause: z.enum(triggers),
      page: z.string().nullable(),
      watchTime: z.number().nullable(),
      hasTag: z.boolean(),
    }),
  ),
})
export type DryRun = z.output<typeof DryRun>

/** What came of asking for another try: how many leads are in the queue now, and one sentence about it. */

/** Writing rules, trying them out, and sending again what the CRM did not take. */
export const autoTagRulesApi = {
  'POST /api/auto-tags/rules': {
    for: 'owner',
    input: RuleDraft.superRefine(refuseDeadConditions),
    output: AutoTagRule,
    summary: 'Adds a rule for future events; 409 where one of the same name or the same effect exists.',
  },
  'PUT /api/auto-tags/rules/:ruleId': {
    for: 'owner',
    input: RuleDraft.extend({ ruleId: z.string(), inPlaceOf: WrittenRule.optional() }).superRefine(
      refuseDeadConditions,
    ),
    output: AutoTagRule,
    summary:
      'Changes a rule for future events; where it is another by now than `inPlaceOf`, it stays and the answer is 409.',
  },
  'DELETE /api/auto-tags/rules/:ruleId': {
    for: 'owner',
    input: z.object({ ruleId: z.string() }),
    output: Done,
    summary: 'Deletes a rule; its tags and its log stay.',
  },
  'POST /api/auto-tags/rules/dry-run': {
    for: 'owner',
    input: z
      .object({ ruleId: z.string().optional(), tagName: tagName.default(''), ...matching })
      .extend({ trigger: matching.trigger.optional() })
      .superRefine(({ ruleId, trigger, conditions }, context) => {
        if (trigger) refuseDeadConditions({ trigger, conditions }, context)
        else if (ruleId === undefined)
          context.addIssue({ code: 'custom', path: ['trigger'], message: 'is needed' })
      }),
    output: DryRun,
    summary: 'Whom a draft, or a rule by its id, would have tagged in the last 30 days.',
  },
  'PUT /api/pages/:path/tags': {
    for: 'owner',
    input: z.object({
      path: needed(ruleLimits.page).refine((path) => path.startsWith('/'), 'must start with a slash'),
      /** Tags that a lead form sent on this page shall earn; blank ones are ignored. */
      add: z.array(tagName).max(ruleLimits.pages).transform(tidied).default([]),
      /** Rules of this page that shall no longer hold for it. */
      remove: z.array(z.string()).max(ruleLimits.rules).default([]),
    }),
    output: z.array(AutoTagRule),
    summary: "Changes a page's own tags, each of which is a rule for exactly that page; answers all rules.",
  },
  'POST /api/auto-tags/logs/:logId/replay': {
    for: 'owner',
    input: z.object({ logId: z.string() }),
    output: Replayed,
    summary: 'Puts the delivery behind a failed execution back into the queue.',
  },
  'POST /api/auto-tags/logs/replay-failed': {
    for: 'owner',
    input: z.object({}),
    output: Replayed,
    summary: 'Puts every failed delivery back into the queue, at most 500 leads at once.',
  },
} satisfies Endpoints
