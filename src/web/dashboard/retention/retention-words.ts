import type { KeptMonths, PastTime, Retention } from '#contract/retention.ts'
import { readableBytes } from '#web/dashboard/status/sizes.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { dayWords } from '#web/dashboard/time/day-words.ts'

/** What has a time of its own, what it is, and what stays of it. */
export const keptKinds: { kind: keyof KeptMonths; label: string; words: string }[] = [
  {
    kind: 'views',
    label: 'Page views, visitors and addresses',
    words:
      'Who looked at which page and when, from which address and with which browser. It is deleted by whole months; your numbers stay.',
  },
  {
    kind: 'bodies',
    label: 'What other services sent',
    words: 'Their messages word for word. The bookings, payments and applications in them stay.',
  },
  {
    kind: 'logs',
    label: 'Logs',
    words: 'Which tag rule ran when, what comparing with the CRM found, and alerts that were sent.',
  },
  { kind: 'sessions', label: 'Sign-ins', words: 'Sign-ins that have ended, and wrong passwords.' },
]

const choices = [1, 3, 6, 12, 14, 24, 36, 60]

/** The times to choose from, shortest first; the present one is always among them. */
export const monthsToChoose = (present: number | null): (number | null)[] => [
  ...[...new Set(present === null ? choices : [...choices, present])].sort((one, other) => one - other),
  null,
]

/** A time as it is chosen: '14 months', '2 years', 'Forever'. */
export function monthsWords(months: number | null): string {
  if (months === null) return 'Forever'
  if (months >= 24 && months % 12 === 0) return `${months / 12} years`
  return months === 1 ? '1 month' : `${months} months`
}

/** Whether a choice keeps something for a shorter time. */
export const isShorter = (chosen: number | null, present: number | null): boolean =>
  chosen !== null && (present === null || chosen < present)

/** Which page views go, in one sentence. */
export function goesWords({ pageViews, firstDay, keptFrom, bytes }: PastTime): string {
  if (pageViews === 0 || firstDay === null || keptFrom === null)
    return 'No page view is that old yet, so nothing is deleted now.'
  const views = `${pageViews.toLocaleString('en-US')} ${pageViews === 1 ? 'page view' : 'page views'}`
  return `${views} from ${dayWords(firstDay)} on will be deleted, up to ${dayWords(keptFrom)}. That frees ${readableBytes(bytes)}.`
}

/** Whether there is a way back, in one sentence. */
export function backupWords({ isMade, lastAt }: Retention['backup'], tz: string): string {
  const last = lastAt ? `The last backup is from ${shortTime(lastAt, tz)}.` : ''
  if (isMade)
    return `A backup is made before anything is deleted, and nothing is deleted without one. ${last}`.trim()
  return last
    ? `Backups are no longer made. ${last}`
    : 'There is no backup. If you want one first, choose a passphrase under Backups.'
}
