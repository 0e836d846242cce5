import { NamedColumns, type SaidOfFile, type SpendPreview } from '#contract/spend-file.ts'
import { cutText } from '#contract/text.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  deleteImport,
  forgetPreviews,
  insertImport,
  keepOutcome,
  lockSpend,
  noteCommitted,
  noteTakenBack,
  readHeaderMemory,
  readImport,
  rememberHeader,
} from './import-store.ts'
import {
  countLines,
  deleteLines,
  insertLines,
  type Judged,
  judgeLines,
  sumLines,
  uncountLines,
} from './line-store.ts'
import type { RefusedRow } from './merge-rows.ts'
import { type FileAnswers, type ReadFile, readSpendFile } from './read-spend-file.ts'
import { stopReading } from './reading-store.ts'
import { refusalWords } from './refusal-words.ts'
import { findUnmatched } from './unmatched-ads.ts'

/** What imports need. */
export type ImportParts = { database: Database; clock: Clock; newId: NewId }

const PREVIEW_MS = 3_600_000
const PREVIEWS_AT_ONCE = 5
const REFUSED_SHOWN = 200
const MICROS = 1_000_000

/**
 * Reads a file and keeps what it would change for an hour, to be done or forgotten. With `isAnew`, what was said of files
 * like it before is not believed any more.
 */
export async function previewFile(
  parts: ImportParts,
  file: { name: string; bytes: Uint8Array },
  given: FileAnswers,
  isAnew: boolean,
): Promise<SpendPreview> {
  const { database, clock, newId } = parts
  const at = clock.now()
  const fileName = cutText(file.name, 120) || 'Spend'
  const read = await readSpendFile(file.bytes, given, {
    today: at.toISOString().slice(0, 10),
    remembered: async (key) => (isAnew ? undefined : remembered(database, key)),
  })
  if (read.needs !== null) return askedFor(fileName, read)
  const { rows, refused, answers } = read
  if (rows.length === 0 && refused.length === 0) {
    const words = 'This file holds no rows of spend.'
    throw new Refusal('invalid', words, { fields: { file: words } })
  }
  const id = newId()
  const expires = new Date(at.getTime() + PREVIEW_MS)
  return database.transaction().execute(async (transaction) => {
    if (isAnew || Object.values(given).some((answer) => answer !== undefined))
      await rememberHeader(transaction, {
        key: read.headerKey,
        platform: answers.platform ?? null,
        columns: answers.columns ?? null,
        currency: answers.currency ?? null,
        dates: answers.dates ?? null,
        at,
      })
    await forgetPreviews(transaction, at, PREVIEWS_AT_ONCE - 1)
    await insertImport(transaction, {
      ...{ id, source: 'file', name: fileName, made_at: at, expires_at: expires, committed_at: null },
      ...{ platform: onlyOne(rows.map(({ platform }) => platform)), outcome: {} },
    })
    await insertLines(transaction, id, rows)
    const preview: SpendPreview = {
      ...nothingYet(fileName),
      ...{ id, columns: read.columns, headers: read.headers, expiresAt: expires.toISOString() },
      said: saidIn(answers),
      ...(await describe(transaction, id, await judgeLines(transaction, id), {
        unread: refused.slice(0, REFUSED_SHOWN),
        unreadRows: refused.length,
      })),
      unmatched: await findUnmatched(transaction, rows),
    }
    await keepOutcome(transaction, id, {
      preview,
      unread: refused.slice(0, REFUSED_SHOWN),
      unreadRows: refused.length,
    })
    return preview
  })
}

const onlyOne = (values: string[]): string | null => {
  const [first, ...more] = new Set(values)
  return first !== undefined && more.length === 0 ? first : null
}

const nothingYet = (fileName: string): SpendPreview => ({
  ...{ id: null, fileName, platform: null, currency: null, rows: 0, new: 0, replaced: 0, unchanged: 0 },
  ...{ refused: [], refusedRows: 0, spend: [], days: null, spans: 0, unmatched: { ads: 0, names: [] } },
  ...{ needs: null, headers: [], samples: [], columns: {}, said: null, expiresAt: null },
})

function saidIn({ platform, currency, dates, columns }: FileAnswers): SaidOfFile | null {
  if (![platform, currency, dates, columns].some((answer) => answer !== undefined)) return null
  return {
    ...{ platform: platform ?? null, currency: currency ?? null, dates: dates ?? null },
    columns: columns !== undefined,
  }
}

const askedFor = (fileName: string, read: Exclude<ReadFile, { needs: null }>): SpendPreview => ({
  ...nothingYet(fileName),
  ...{ needs: read.needs, platform: read.platform, currency: read.currency },
  ...{ headers: read.headers, samples: read.samples, columns: read.columns },
})

/** What an import comes to, as its rows were judged. */
async function describe(
  transaction: Queryable,
  id: string,
  judged: Judged[],
  file: { unread: RefusedRow[]; unreadRows: number },
): Promise<Partial<SpendPreview>> {
  const refused = judged.filter(({ what }) => what === 'refused')
  const sums = await sumLines(
    transaction,
    id,
    refused.map((one) => one.id),
  )
  const number = (wanted: Judged['what']) => judged.filter(({ what }) => what === wanted).length
  const reasons = [...file.unread, ...refused.map((one) => ({ line: one.line, reason: refusalWords(one) }))]
  return {
    platform: onlyOne(sums.platforms),
    currency: onlyOne(sums.spend.map(({ currency }) => currency)),
    rows: judged.length + file.unreadRows,
    ...{ new: number('new'), replaced: number('replaced'), unchanged: number('unchanged') },
    refused: reasons.sort((one, next) => one.line - next.line).slice(0, REFUSED_SHOWN),
    refusedRows: file.unreadRows + refused.length,
    spend: sums.spend.map(({ currency, micros }) => ({ currency, amount: micros / MICROS })),
    days: sums.first && sums.last ? { first: sums.first, last: sums.last, number: sums.days } : null,
    spans: sums.spans,
  }
}

/** Does what a preview said, as far as it is still so; what was done already is told again. */
export async function commitImport(parts: ImportParts, id: string): Promise<SpendPreview> {
  if (!isId(id)) throw gone()
  const at = parts.clock.now()
  return parts.database.transaction().execute(async (transaction) => {
    await lockSpend(transaction)
    const row = await readImport(transaction, id, 'forUpdate')
    const before = row?.outcome.preview
    if (!row || !before || row.source !== 'file') throw gone()
    if (row.taken_back_at) throw new Refusal('conflict', 'This import was taken back. Choose the file again.')
    if (row.committed_at) return before
    if (row.expires_at && row.expires_at <= at) throw gone()
    const judged = await judgeLines(transaction, id)
    const { unread = [], unreadRows = 0 } = row.outcome
    const preview = {
      ...before,
      ...(await describe(transaction, id, judged, { unread, unreadRows })),
      expiresAt: null,
    }
    await deleteLines(
      transaction,
      judged.flatMap((one) => (one.what === 'refused' ? [one.id] : [])),
    )
    await countLines(transaction, id)
    await noteCommitted(transaction, id, { at, outcome: { preview } })
    return preview
  })
}

/** Takes an import back: what it had replaced counts again. One that is a preview still is forgotten. */
export async function takeBackImport(parts: ImportParts, id: string): Promise<void> {
  if (!isId(id)) throw notThere()
  await parts.database.transaction().execute(async (transaction) => {
    await lockSpend(transaction)
    const row = await readImport(transaction, id, 'forUpdate')
    if (!row) throw notThere()
    if (row.taken_back_at) return
    if (!row.committed_at) return deleteImport(transaction, id)
    await uncountLines(transaction, id)
    // Else the next look would bring a part of it again.
    if (row.source === 'meta') await stopReading(transaction, row.source_key, parts.clock.now())
    await noteTakenBack(transaction, id, parts.clock.now())
  })
}

async function remembered(database: Queryable, headerKey: string): Promise<FileAnswers | undefined> {
  const known = await readHeaderMemory(database, headerKey)
  if (!known) return undefined
  return {
    platform: known.platform ?? undefined,
    currency: known.currency ?? undefined,
    dates: known.dates === 'day-first' || known.dates === 'month-first' ? known.dates : undefined,
    columns: NamedColumns.safeParse(known.columns).data,
  }
}

const gone = (): Refusal => new Refusal('not-found', 'This preview is over. Choose the file once more.')
const notThere = (): Refusal => new Refusal('not-found', 'There is no such import.')
