import type { SpendImport } from '#contract/ad-spend.ts'
import type { SaidOfFile, SpendPreview } from '#contract/spend-file.ts'

const platforms: Record<string, string> = { meta: 'Meta', google: 'Google', tiktok: 'TikTok' }

/** A platform as it writes itself. */
export const platformName = (platform: string): string => platforms[platform] ?? platform

/** An amount with its currency, e.g. '$4,120.55'. */
export function amount({ amount: value, currency }: { amount: number; currency: string }): string {
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value)
  } catch {
    return `${value} ${currency}`
  }
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const dayOf = (day: Date): string => `${day.getUTCDate()} ${monthFormat.format(day)}`
const withYear = (day: Date): string => `${dayOf(day)} ${day.getUTCFullYear()}`

/** Days in words: '1–30 Sep', '28 Aug – 3 Sep', with their year where it is not this one, or both where they differ. */
export function daysInWords({ first, last }: { first: string; last: string }): string {
  const [from, to] = [new Date(first), new Date(last)]
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${withYear(from)} – ${withYear(to)}`
  const end = to.getUTCFullYear() === new Date().getUTCFullYear() ? dayOf(to) : withYear(to)
  if (first === last) return end
  return first.slice(0, 7) === last.slice(0, 7) ? `${from.getUTCDate()}–${end}` : `${dayOf(from)} – ${end}`
}

const number = (value: number): string => value.toLocaleString('en-US')

/** What a file would change, e.g. '312 rows: 300 new, 12 replaced, 0 rejected; $4,120.55; 1–30 Sep; USD'. */
export function previewSentence(preview: SpendPreview): string {
  const { rows, new: fresh, replaced, unchanged, refusedRows, spend, days } = preview
  const changes = [
    `${number(fresh)} new`,
    `${number(replaced)} replaced`,
    ...(unchanged > 0 ? [`${number(unchanged)} here already`] : []),
    `${number(refusedRows)} rejected`,
  ].join(', ')
  return [
    `${number(rows)} ${rows === 1 ? 'row' : 'rows'}: ${changes}`,
    ...(spend.length > 0 ? [spend.map(amount).join(' and ')] : []),
    ...(days ? [daysInWords(days)] : []),
    ...(spend.length > 0 ? [spend.map(({ currency }) => currency).join(' and ')] : []),
  ].join('; ')
}

/** Why single days of a file stay empty. */
export const spansSentence = (spans: number): string =>
  `${spans === 1 ? 'One of its rows covers' : `${number(spans)} of its rows cover`} several days at once, so single days stay empty. Add “Day” in the ad manager to see them.`

/** What only the owner said of a file, e.g. 'TikTok, paid in EUR'. */
export const saidWords = ({ platform, currency, dates, columns }: SaidOfFile): string =>
  [
    ...(platform === null ? [] : [platformName(platform)]),
    ...(currency === null ? [] : [`paid in ${currency}`]),
    ...(dates === null ? [] : [dates === 'day-first' ? 'the day comes first' : 'the month comes first']),
    ...(columns ? ['the columns as you named them'] : []),
  ].join(', ')

/** What an import counts for now, in one line. */
export function importLine({ rows, rowsInForce, spend, days, takenBackAt }: SpendImport): string {
  if (takenBackAt) return 'Taken back'
  const counted =
    rowsInForce === rows
      ? `${number(rows)} ${rows === 1 ? 'row' : 'rows'}`
      : `${number(rowsInForce)} of ${number(rows)} rows ${rowsInForce === 1 ? 'counts' : 'count'}, newer ones replaced the rest`
  return [counted, ...spend.map(amount), ...(days ? [daysInWords(days)] : [])].join(' · ')
}
