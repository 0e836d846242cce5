import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'
import { line } from './text.ts'

/** The most rows that one call of a script may bring. */
export const ROWS_A_CALL = 5000

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

/** A platform's name as it is stored. */
export const PlatformName = z
  .string('must be text')
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9_-]{0,29}$/, 'must be a short name in letters, e.g. meta')

/** A currency by its three letters. */
export const CurrencyCode = z
  .string('must be text')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'must be the three letters of a currency, e.g. USD')

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

/** One line that was not taken, and why. For a script `line` is the row's place in its call, from 1. */
export const RefusedLine = z.object({ line: z.number(), reason: z.string() })

const Money = z.object({ currency: z.string(), amount: z.number() })

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

/** Where rows of spend came from. */
export const spendSources = ['file', 'script', 'meta'] as const

/** One import that happened. */
export const SpendImport = z.object({
  id: z.string(),
  source: z.enum(spendSources),
  /** The file's name, or the key's, or the account's. */
  name: z.string(),
  platform: z.string().nullable(),
  committedAt: z.string(),
  takenBackAt: z.string().nullable(),
  /** Its rows that count now; what newer imports replaced is not among them. */
  rowsInForce: z.number(),
  rows: z.number(),
  spend: z.array(Money),
  days: z.object({ first: z.string(), last: z.string() }).nullable(),
})
export type SpendImport = z.output<typeof SpendImport>

/** A key with which a script may bring spend. The key itself is told once, when it is made. */
export const ImportKey = z.object({
  id: z.string(),
  name: z.string(),
  endsIn: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
})
export type ImportKey = z.output<typeof ImportKey>

// Ids of ads have up to 18 digits; of a longer number than this, JSON has lost the last ones before we see it.
const PlatformId = z.union([
  z.string(),
  z.number().refine(Number.isSafeInteger, 'must be text, or a whole number of at most 15 digits'),
])

/** One row as a script brings it. */
export const PushedRow = z.object({
  date: z.string('must be text').regex(/^\d{4}-\d\d-\d\d$/, 'must be a day such as 2026-09-01'),
  platform: PlatformName,
  account: PlatformId.optional(),
  campaignId: PlatformId.nullish(),
  campaign: z.string('must be text').nullish(),
  adsetId: PlatformId.nullish(),
  adset: z.string('must be text').nullish(),
  adId: PlatformId.nullish(),
  ad: z.string('must be text').nullish(),
  /** A number or its digits with a point, e.g. 12.5. */
  spend: z.union([z.number(), z.string()], 'must be a number'),
  currency: CurrencyCode,
  impressions: z.coerce.number<number | string>().int('must be a whole number').min(0).max(1e12).default(0),
  clicks: z.coerce.number<number | string>().int('must be a whole number').min(0).max(1e12).default(0),
})

/** What became of the rows of a call. */
export const PushedRows = z.object({
  rows: z.number(),
  new: z.number(),
  replaced: z.number(),
  unchanged: z.number(),
  refused: z.array(RefusedLine),
})
export type PushedRows = z.output<typeof PushedRows>

/** A fixed rate that the owner set: one of `currency` is `rate` of `into`. */
export const CurrencyRate = z.object({
  currency: z.string(),
  rate: z.number(),
  into: z.string(),
  setAt: z.string(),
})
export type CurrencyRate = z.output<typeof CurrencyRate>

/** How reading Meta's own report stands. */
export const MetaSpendState = z.object({
  isConnected: z.boolean(),
  account: z
    .object({ id: z.string(), name: z.string(), currency: z.string(), timezone: z.string() })
    .nullable(),
  lastReadAt: z.string().nullable(),
  failingSince: z.string().nullable(),
  reason: z.string().nullable(),
  /** Why it waits until when, without anything being wrong. */
  pausedUntil: z.string().nullable(),
  /** The earliest day that was read; null before the first. */
  readBackTo: z.string().nullable(),
  /** Whether all that Meta still knows has been read. */
  isWhole: z.boolean(),
  /** Whether nothing is read any more because all that was read was taken back. */
  isStopped: z.boolean(),
  /** Days that Meta would not report and that are not asked for again, the first and the last of each stretch. */
  leftOut: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Rows of the last reading that were not taken, and why. */
  refusedRows: z.number(),
  refusedReason: z.string().nullable(),
})
export type MetaSpendState = z.output<typeof MetaSpendState>

/** A link whose macros came through unfilled. */
export const MacroMistake = z.object({
  path: z.string(),
  /** The parameters at fault with what stood in them, e.g. `utm_ad_id={{ad.id}}`. */
  parameters: z.array(z.string()),
  source: z.string().nullable(),
  visits: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
})
export type MacroMistake = z.output<typeof MacroMistake>

const id = z.string()

/** The calls about what ads cost. */
export const adSpendApi = {
  'POST /api/ad-spend/imports': {
    for: 'owner',
    input: z.object({}),
    output: SpendPreview,
    summary:
      'Takes one CSV as `multipart/form-data` (`file`; optionally `platform`, `currency`, `dates` as day-first or month-first, `columns` as JSON; `anew` forgets what was said of files like it before) and says what it would change. Nothing is changed yet.',
  },
  'GET /api/ad-spend/imports': {
    for: 'owner',
    input: z.object({}),
    output: z.array(SpendImport),
    summary: 'What was imported, newest first.',
  },
  'POST /api/ad-spend/imports/:id/commit': {
    for: 'owner',
    input: z.object({ id }),
    output: SpendPreview,
    summary: 'Does what a preview said. Asked again it answers the same and changes nothing.',
  },
  'DELETE /api/ad-spend/imports/:id': {
    for: 'owner',
    input: z.object({ id }),
    output: Done,
    summary: 'Takes an import back exactly: what it replaced counts again. A preview is forgotten.',
  },
  'GET /api/ad-spend/keys': {
    for: 'owner',
    input: z.object({}),
    output: z.array(ImportKey),
    summary: 'The import keys; none of them is shown again.',
  },
  'POST /api/ad-spend/keys': {
    for: 'owner',
    input: z.object({ name: line(60).refine((value) => value !== '', 'Give the key a name.') }),
    output: z.object({ made: ImportKey, key: z.string() }),
    summary: 'Makes an import key. Only this answer holds it: it is stored as a hash.',
  },
  'DELETE /api/ad-spend/keys/:id': {
    for: 'owner',
    input: z.object({ id }),
    output: Done,
    summary: 'Revokes an import key at once. What it brought stays.',
  },
  'GET /api/ad-spend/rates': {
    for: 'owner',
    input: z.object({}),
    output: z.array(CurrencyRate),
    summary: 'The fixed rates that the owner set.',
  },
  'PUT /api/ad-spend/rates/:currency': {
    for: 'owner',
    input: z
      .object({
        currency: CurrencyCode,
        rate: z
          .number('must be a number')
          .positive('must be more than zero')
          .max(1e9, 'is too large')
          .overwrite((value) => Number(value.toPrecision(12))),
        into: CurrencyCode,
      })
      .refine(({ currency, into }) => currency !== into, {
        path: ['into'],
        message: 'Choose another currency to count in.',
      }),
    output: CurrencyRate,
    summary: 'Sets a fixed rate: one of `currency` counts as `rate` of `into`.',
  },
  'DELETE /api/ad-spend/rates/:currency': {
    for: 'owner',
    input: z.object({ currency: CurrencyCode }),
    output: Done,
    summary: 'Forgets a rate; the currency is shown by itself again.',
  },
  'GET /api/ad-spend/meta': {
    for: 'owner',
    input: z.object({}),
    output: MetaSpendState,
    summary: 'How reading Meta’s own report stands.',
  },
  'POST /api/ad-spend/meta/read-again': {
    for: 'owner',
    input: z.object({}),
    output: Done,
    summary:
      'Reads Meta’s report again after what was read was taken back: the last days at once, then all of the past 37 months by portions.',
  },
  'GET /api/ad-spend/macro-mistakes': {
    for: 'owner',
    input: z.object({}),
    output: z.array(MacroMistake),
    summary: 'Links of the last 30 days whose macros the ad platform did not fill in.',
  },
} as const satisfies Endpoints

/** The one call of scripts. */
export const adSpendRowsApi = {
  'POST /api/ad-spend/rows': {
    for: 'script',
    input: z.object({
      rows: z.array(z.unknown(), 'must be a list').max(ROWS_A_CALL, `holds more than ${ROWS_A_CALL} rows`),
    }),
    output: PushedRows,
    summary:
      'Takes rows of spend from a script with `Authorization: Bearer <import key>`, at most 5,000 a call. A row of the same ad and day replaces the one before; the same call twice changes nothing. Ids go as text: a number of more than 15 digits is refused, as JSON does not keep its last ones.',
  },
} as const satisfies Endpoints
