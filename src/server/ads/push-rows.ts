import { issueMessage } from '#contract/issue-message.ts'
import { PushedRow, type PushedRows } from '#contract/spend-rows.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { ImportParts } from './import-file.ts'
import { deleteImport, insertImport, lockSpend, standingImport } from './import-store.ts'
import { countLines, deleteLines, insertLines, judgeLines } from './line-store.ts'
import { mergeRows, type RefusedRow } from './merge-rows.ts'
import { readMicros } from './read-figures.ts'
import { accountOf, idOf } from './read-ids.ts'
import { nameOf, whyNotDays } from './read-spend-line.ts'
import { refusalWords } from './refusal-words.ts'
import { levelOf, type SpendRow } from './spend-row.ts'

/** Who brings rows again and again: a script by its key, or our own reading of an ad account. */
export type Bringer = {
  source: 'script' | 'meta'
  key: string
  name: string
  /** Asked once nobody else changes spend: false where what is brought is not wanted any more. */
  isWanted?(transaction: Queryable): Promise<boolean>
}

/**
 * Takes rows of someone who brings them again and again, all or none of the good ones. A row in place of the same ad and
 * day replaces it; one that is there already just so changes nothing.
 */
export async function pushRows(
  { database, clock, newId }: ImportParts,
  bringer: Bringer,
  given: { rows: SpendRow[]; refused: RefusedRow[] },
): Promise<PushedRows> {
  const merged = mergeRows(given.rows, 'refuse')
  const unread = [...given.refused, ...merged.refused]
  const at = clock.now()
  return database.transaction().execute(async (transaction) => {
    await lockSpend(transaction)
    if (bringer.isWanted && !(await bringer.isWanted(transaction)))
      return { rows: 0, new: 0, replaced: 0, unchanged: 0, refused: [] }
    const arriving = newId()
    const row = { name: bringer.name, platform: null, made_at: at, expires_at: at, outcome: {} }
    await insertImport(transaction, { ...row, id: arriving, source: bringer.source, committed_at: null })
    await insertLines(transaction, arriving, merged.rows)
    const judged = await judgeLines(transaction, arriving)
    const number = (wanted: string) => judged.filter(({ what }) => what === wanted).length
    const taken = number('new') + number('replaced')
    if (taken > 0) {
      await deleteLines(
        transaction,
        judged.flatMap((one) => (one.what === 'refused' || one.what === 'unchanged' ? [one.id] : [])),
      )
      let standing = await standingImport(transaction, bringer.source, bringer.key)
      if (standing === undefined) {
        standing = newId()
        const own = { id: standing, source: bringer.source, source_key: bringer.key, committed_at: at }
        await insertImport(transaction, { ...row, ...own, expires_at: null })
      }
      await countLines(transaction, arriving, standing)
    }
    await deleteImport(transaction, arriving)
    const refused = [
      ...unread,
      ...judged.flatMap((one) =>
        one.what === 'refused' ? [{ line: one.line, reason: refusalWords(one) }] : [],
      ),
    ].sort((one, next) => one.line - next.line)
    return {
      rows: given.rows.length + given.refused.length,
      ...{ new: number('new'), replaced: number('replaced'), unchanged: number('unchanged'), refused },
    }
  })
}

/** The rows of a call, each read or refused by its place, from 1. */
export function readPushed(rows: unknown[], today: string): { rows: SpendRow[]; refused: RefusedRow[] } {
  const read: SpendRow[] = []
  const refused: RefusedRow[] = []
  for (const [index, given] of rows.entries()) {
    const row = readOne(given, index + 1, today)
    if (typeof row === 'string') refused.push({ line: index + 1, reason: row })
    else read.push(row)
  }
  return { rows: read, refused }
}

const text = (value: string | number | null | undefined): string => String(value ?? '')

function readOne(given: unknown, line: number, today: string): SpendRow | string {
  const parsed = PushedRow.safeParse(given, { error: issueMessage, reportInput: true })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return issue && issue.path.length > 0
      ? `${issue.path.join('.')} ${issue.message}.`
      : 'A row must be an object.'
  }
  const { date, platform, currency, impressions, clicks, spend, ...names } = parsed.data
  const micros = readMicros(typeof spend === 'number' ? plainNumber(spend) : spend, '.')
  if (micros === undefined || (typeof spend === 'string' && spend.trim() === ''))
    return 'spend must be a number from 0, with a point.'
  if (Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== date)
    return 'date must be a day such as 2026-09-01.'
  const whyNot = whyNotDays(date, date, today)
  if (whyNot) return whyNot
  const row: SpendRow = {
    ...{ line, platform, currency, impressions, clicks, day: date, through: date, spend_micros: micros },
    account: accountOf(text(names.account)),
    campaign_id: idOf(text(names.campaignId)),
    campaign: nameOf(text(names.campaign)),
    adset_id: idOf(text(names.adsetId)),
    adset: nameOf(text(names.adset)),
    ad_id: idOf(text(names.adId)),
    ad: nameOf(text(names.ad)),
  }
  return levelOf(row) === undefined ? 'It names no campaign, ad set or ad.' : row
}

/** A number's digits without an exponent; what JSON cannot write exactly is far below a millionth here. */
const plainNumber = (value: number): string => (value >= 0 && value < 1e10 ? value.toFixed(6) : String(value))
