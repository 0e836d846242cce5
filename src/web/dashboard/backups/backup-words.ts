import type { Backup, Backups, CopiesOfOthers, LastRestore, SafetyCopy } from '#contract/backups.ts'
import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { SecondPlace } from '#contract/second-place.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'

const seconds = (value: number | null): string => {
  if (value === null) return ''
  return value < 90 ? `${Math.max(1, Math.round(value))} s` : `${Math.round(value / 60)} min`
}

/** Bytes as people read them: '3.9 GB', '12 MB', '40 KB'. */
export const sizeWords = (bytes: number): string => {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.max(1, Math.round(bytes / 1e3))} KB`
}

/** What the last trial restore showed: 'Last tested restore Nov 21, 3:10 AM, 12 s, 0 differences'. */
export function proofLine({ lastProved }: Pick<Backups, 'lastProved'>, tz: string): string {
  if (!lastProved) return 'No backup has been tested yet.'
  const at = shortTime(lastProved.finishedAt ?? lastProved.startedAt, tz)
  return `Last tested restore ${at}, ${seconds(lastProved.proofSeconds)}, ${lastProved.differences ?? 0} differences`
}

/** One backup in a line: how it ended, and how large it is. */
export function backupLine({ state, reason, bytes, rows }: Backup): string {
  if (state === 'running') return 'Being made and tested…'
  if (state === 'failed') return reason ?? 'It failed.'
  const size = bytes === null ? [] : [sizeWords(bytes)]
  const count = rows === null ? [] : [`${new Intl.NumberFormat('en-US').format(rows)} rows`]
  return ['Tested', ...size, ...count, ...(reason === null ? [] : [reason])].join(' · ')
}

/** What a safety copy was made before, and how large it is: 'Before the upgrade from 0.1.0 to 0.2.0 · 2 MB'. */
export function copyLine({ madeBefore, from, to, bytes }: SafetyCopy): string {
  const what =
    madeBefore === 'restore'
      ? 'Before a restore'
      : `Before the upgrade from ${from ?? 'before'} to ${to ?? 'here'}`
  return `${what} · ${sizeWords(bytes)}`
}

const otherWords = {
  one: 'One more copy ({size}, of {newest}) was made',
  many: '{count} more copies ({size}, the newest of {newest}) were made',
}

/** What safety copies are that the server can neither open nor take away. */
export function copiesOfOthersLine({ count, bytes, newestAt }: CopiesOfOthers, tz: string): string {
  const size = sizeWords(bytes)
  const words = count === 1 ? otherWords.one : otherWords.many
  const what = fillPlaceholders(words, { count, size, newest: shortTime(newestAt, tz) })
  return `${what} under another secret key: by another installation, or by this one before its key was replaced. Only that key opens such a copy, and the server does not delete it: whoever runs the server can, once nobody needs it.`
}

/** How the last restore went: 'Restored Nov 21, 3:10 AM in 4 s. How it was before is kept in …'. */
export function restoreLine(restore: LastRestore, tz: string): string {
  const { state, at, seconds: taken, problem, safetyCopy, isOtherPassword } = restore
  const began = shortTime(at, tz)
  if (state === 'running')
    return 'A restore is under way. The site is offline for a moment; this page reloads automatically.'
  if (state === 'failed') return `The restore of ${began} failed. ${problem ?? ''}`.trim()
  const password = isOtherPassword ? ' The password is that of the backup.' : ''
  return `Restored ${began} in ${seconds(taken)}.${password} How it was before is kept in ${safetyCopy ?? 'no file'}.`
}

/** Where backups are copied to: 'coach-backups/site at s3.example.com'. */
export const placeName = ({
  bucket,
  prefix,
  endpoint,
}: Pick<SecondPlace, 'bucket' | 'prefix' | 'endpoint'>) =>
  `${bucket}${prefix && `/${prefix}`} at ${URL.parse(endpoint)?.host ?? endpoint}`

/** How the copies in the second place stand: 'Last copied Nov 21, 3:20 AM', or what failed last. */
export function placeLine(
  place: Pick<SecondPlace, 'copying' | 'arrivedAt' | 'failed' | 'isReadable'>,
  tz: string,
): string {
  const { copying, arrivedAt, failed, isReadable } = place
  if (!isReadable)
    return 'The server’s own secret key has changed, so this one can no longer be read. Enter it again.'
  const last =
    arrivedAt === null ? 'Nothing has arrived there yet.' : `Last copied ${shortTime(arrivedAt, tz)}.`
  if (copying && copying.total > 0)
    return `Copying: ${sizeWords(copying.sent)} of ${sizeWords(copying.total)}. ${last}`
  return failed
    ? `Failed ${shortTime(failed.at, tz)}: ${failed.reason} It is tried again every quarter of an hour. ${last}`
    : last
}
