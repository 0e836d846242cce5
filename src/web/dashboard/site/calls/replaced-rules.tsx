import { type HourRange, weekdays } from '#contract/calendar-hours.ts'
import { ChangedMeanwhile } from '#web/dashboard/ui/changed-meanwhile.tsx'
import { choices, type NumberRule } from './rule-choices.ts'
import { dayText } from './special-days.tsx'
import type { UnsavedRules } from './unsaved-rules.ts'

const hoursText = (hours: HourRange[] | null): string =>
  hours === null
    ? 'Regular hours'
    : hours.map(({ from, to }) => `${from}–${to === '24:00' ? '00:00' : to}`).join(', ') || 'Off'

const textLabels = {
  timezone: 'Your timezone',
  title: 'Name of the call',
  place: 'Where it takes place',
} as const

/** Names what another window has changed since it was changed here too, and what is stored of it now. */
export function ReplacedRules({ replaced: { bounds, week, days } }: { replaced: UnsavedRules }) {
  const numbers = (Object.keys(choices) as NumberRule[]).flatMap((rule) => {
    const now = bounds[rule]
    return now === undefined ? [] : { what: choices[rule].label, now: choices[rule].text(now) }
  })
  const texts = (['timezone', 'title', 'place'] as const).flatMap((rule) => {
    const now = bounds[rule]
    return now === undefined ? [] : { what: textLabels[rule], now }
  })
  const ofWeek = weekdays.flatMap((what, index) => {
    const now = week[index]
    return now === undefined ? [] : { what, now: hoursText(now) }
  })
  const ofDays = Object.entries(days).map(([date, now]) => ({ what: dayText(date), now: hoursText(now) }))
  return [...ofWeek, ...ofDays, ...numbers, ...texts].map(({ what, now }) => (
    <ChangedMeanwhile key={what} what={what} now={now} />
  ))
}
