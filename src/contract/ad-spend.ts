import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'
import { Money, SpendPreview } from './spend-file.ts'
import { CurrencyCode } from './spend-rows.ts'
import { line } from './text.ts'

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
        inPlaceOf: CurrencyRate.pick({ rate: true, into: true }).nullable().optional(),
      })
      .refine(({ currency, into }) => currency !== into, {
        path: ['into'],
        message: 'Choose another currency to count in.',
      }),
    output: CurrencyRate,
    summary:
      'Sets a fixed rate: one of `currency` counts as `rate` of `into`. With `inPlaceOf`, which is null for none, another rate of it that is set by now stays and the answer is 409.',
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
