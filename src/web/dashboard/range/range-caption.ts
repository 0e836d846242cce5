const dayMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayMonthYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Two days (YYYY-MM-DD) as a caption, read on the day `today`: 'Nov 15 – 21', 'Oct 25 – Nov 21', 'Nov 21', and with years where
 * they are of two, or of another one than today. Days that cannot be read return ''.
 */
export function rangeCaption(from: string, to: string, today: string): string {
  const first = Date.parse(`${from}T00:00:00Z`)
  const last = Date.parse(`${to}T00:00:00Z`)
  if (Number.isNaN(first) || Number.isNaN(last)) return ''
  const year = from.slice(0, 4) === today.slice(0, 4) ? '' : `, ${from.slice(0, 4)}`
  if (from === to) return `${dayMonth.format(first)}${year}`
  if (from.slice(0, 4) !== to.slice(0, 4))
    return `${dayMonthYear.format(first)} – ${dayMonthYear.format(last)}`
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${dayMonth.format(first)} – ${sameMonth ? Number(to.slice(8)) : dayMonth.format(last)}${year}`
}
