import { z } from 'zod'
import { RefusedLine } from './spend-rows.ts'
import { line } from './text.ts'

/** The largest file of spend, in bytes. */
export const LARGEST_SPEND_FILE = 12 * 1024 * 1024

/** What a column of a file of spend can hold. */
export const spendColumns = [
  'date',
  'end',
  'campaignId',
  'campaign',
  'adsetId',
  'adset',
  'adId',
  'ad',
  'spend',
  'currency',
  'impressions',
  'clicks',
  'accountId',
  'platform',
] as const
export type SpendColumn = (typeof spendColumns)[number]

/** Which of a file's headers holds what, as the owner said once. */
export const NamedColumns = z.partialRecord(z.enum(spendColumns), line(300))
export type NamedColumns = z.output<typeof NamedColumns>

/** What must be said of a file before it can be read. */
export const fileQuestions = ['columns', 'platform', 'currency', 'dates'] as const
export type FileQuestion = (typeof fileQuestions)[number]

/** What the owner said of files with these headers, now or before; where nothing, there was nothing to ask. */
export const SaidOfFile = z.object({
  platform: z.string().nullable(),
  currency: z.string().nullable(),
  dates: z.enum(['day-first', 'month-first']).nullable(),
  /** Whether they said which column holds what. */
  columns: z.boolean(),
})
export type SaidOfFile = z.output<typeof SaidOfFile>

/** An amount of one currency. */
export const Money = z.object({ currency: z.string(), amount: z.number() })

/** What a file would change, or what must be said of it first. */
export const SpendPreview = z.object({
  /** Null while something must be said first. */
  id: z.string().nullable(),
  fileName: z.string(),
  /** Null while it is not known, and where a file has several. */
  platform: z.string().nullable(),
  /** Null while it is not known, and where a file has several. */
  currency: z.string().nullable(),
  /** Rows that were read: an ad and a day each, with those that are refused. */
  rows: z.number(),
  new: z.number(),
  replaced: z.number(),
  /** Rows that are here already just as they are. */
  unchanged: z.number(),
  /** The first of the refused lines. */
  refused: z.array(RefusedLine),
  refusedRows: z.number(),
  spend: z.array(Money),
  days: z.object({ first: z.string(), last: z.string(), number: z.number() }).nullable(),
  /** Rows that stand for several days at once, because the file does not say which of them. */
  spans: z.number(),
  /** How many of its ads nobody has come from yet, and the first of their names. */
  unmatched: z.object({ ads: z.number(), names: z.array(z.string()) }),
  /** What must be said before it can be read; then `headers` and `samples` help to. */
  needs: z.enum(fileQuestions).nullable(),
  headers: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** What was understood of the headers. */
  columns: NamedColumns,
  /** What of it rests on the owner's word; null where nothing does. */
  said: SaidOfFile.nullable(),
  expiresAt: z.string().nullable(),
})
export type SpendPreview = z.output<typeof SpendPreview>
