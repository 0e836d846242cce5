import { rangeLabels } from '#contract/range.ts'
import type { AddressState } from '#web/dashboard/address/address-state.ts'
import { dayIn } from '#web/dashboard/notes/due-words.ts'
import { rangeCaption } from './range-caption.ts'

/** First and last day as the server read the range; undefined while it has not. */
type Days = { from: string; to: string } | undefined

/** The days of a range of one's own, 'Nov 2 – 20'; '' where they are not known, or the range has a name that says it. */
export function ownDays({ range, from, to, tz }: AddressState, read: Days): string {
  if (range !== 'custom') return ''
  const today = dayIn(tz, Date.now())
  // Where both are chosen, they are known before the server answers.
  if (from !== '' && to !== '') return rangeCaption(from, to, today)
  return read ? rangeCaption(read.from, read.to, today) : ''
}

/** Of which days the numbers of a view are: 'Last 7 days · Nov 21 – 27', 'Nov 2 – 20', 'All days'. */
export function daysWords(address: AddressState, read: Days): string {
  const { range } = address
  if (range === 'all') return 'All days'
  if (range === 'custom') return ownDays(address, read) || rangeLabels.custom
  const today = dayIn(address.tz, Date.now())
  const caption = read ? rangeCaption(read.from, read.to, today) : ''
  return caption === '' ? rangeLabels[range] : `${rangeLabels[range]} · ${caption}`
}
