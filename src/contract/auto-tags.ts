import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { ListQuery, sorting } from './range.ts'

/** What may set off a tagging rule (docs/spec.md, 'Tags and rules'). */
export const triggers = ['lead_captured', 'video_progress', 'application', 'booking', 'page_view'] as const

/** A tagging rule (docs/spec.md, 'Records'). `isActive` goes out as text, as specified. */
export const AutoTagRule = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tagName: z.string(),
  trigger: z.enum(triggers),
  conditions: z.object({
    /** Parts of paths; any of them suffices, here or in `exactPage`. */
    page: z.array(z.string()).optional(),
    /** Whole paths: '/freetraining' is not '/freetraining2'. */
    exactPage: z.array(z.string()).optional(),
    watchTime: z.number().optional(),
  }),
  isActive: z.enum(['true', 'false']),
  successCount: z.number(),
  errorCount: z.number(),
  lastTriggered: z.string().nullable(),
  createdAt: z.string(),
})
export type AutoTagRule = z.output<typeof AutoTagRule>

/** What an execution has come to: the tag waits for the CRM, is there, was refused, or there was nothing to do. */
export const logStatuses = ['waiting', 'success', 'error', 'skipped'] as const

/** One execution of a rule (docs/spec.md, 'Records'), logged when it happens. `executionTime` in milliseconds. */
export const AutoTagLog = z.object({
  id: z.string(),
  ruleId: z.string().nullable(),
  /** The rule's name when it ran; it stays when the rule is gone. */
  ruleName: z.string().nullable(),
  tagName: z.string(),
  leadEmail: z.string(),
  leadName: z.string(),
  status: z.enum(logStatuses),
  /** What set it off; null only of what an older version logged. */
  trigger: z.enum(triggers).nullable(),
  triggerData: z.object({
    watchTime: z.number().optional(),
    page: z.string().optional(),
    /** True where the vendor itself said so, by its signature. */
    confirmed: z.boolean().optional(),
  }),
  executionTime: z.number(),
  /** Why it waits, failed or was skipped. */
  errorMessage: z.string().nullable(),
  ghlContactId: z.string().nullable(),
  /** How far the delivery behind a failure is today; null where none is behind it. */
  delivery: z.enum(['waiting', 'delivered', 'parked']).nullable(),
  timestamp: z.string(),
})
export type AutoTagLog = z.output<typeof AutoTagLog>

/** What all rules did, counted from the whole log. */
export const AutoTagSummary = z.object({
  rules: z.number(),
  activeRules: z.number(),
  /** Successes and errors of all rules. */
  totalExecutions: z.number(),
  /** The mean of the rates of the rules that have run, in percent to one decimal; null where none has. */
  successRate: z.number().nullable(),
  /** Successes of all executions, in percent to one decimal; null where there is none. */
  overallRate: z.number().nullable(),
  /** Log entries of the last 24 hours. */
  recentLogs: z.number(),
  /** Executions whose tag is not in the CRM yet. */
  waiting: z.number(),
})
export type AutoTagSummary = z.output<typeof AutoTagSummary>

/** The columns the log can be sorted by. */
export const logSorts = ['status', 'tag', 'lead', 'result', 'took', 'when'] as const
export type LogSort = (typeof logSorts)[number]

/** A page of the log: the whole of it unless a range is asked for. */
export const LogsQuery = ListQuery.extend({
  range: ListQuery.shape.range.meta({ default: 'all' }),
  ...sorting(logSorts),
})
export type LogsQuery = z.output<typeof LogsQuery>

/** The dashboard's reads of rules and their log. */
export const autoTagsApi = {
  'GET /api/auto-tags/rules': {
    for: 'owner',
    input: z.object({}),
    output: z.array(AutoTagRule),
    summary: 'All tagging rules.',
  },
  'GET /api/auto-tags/summary': {
    for: 'owner',
    input: z.object({}),
    output: AutoTagSummary,
    summary: 'What all rules did, in numbers.',
  },
  'GET /api/auto-tags/logs': {
    for: 'owner',
    input: LogsQuery,
    output: z.array(AutoTagLog),
    summary:
      'Rule executions, newest first. `sort` and `dir` put up to 1,000 of them in another order; of more, they come newest first, with `X-Sort-Skipped: true`.',
  },
  'GET /api/auto-tags/logs/:ruleId': {
    for: 'owner',
    input: LogsQuery.extend({ ruleId: z.string() }),
    output: z.array(AutoTagLog),
    summary: "One rule's executions, newest first.",
  },
  'PUT /api/auto-tags/rules/:ruleId/toggle': {
    for: 'owner',
    input: z.object({ ruleId: z.string(), isActive: z.boolean() }),
    output: AutoTagRule,
    summary: 'Switches a rule on or off for future events.',
  },
} satisfies Endpoints
