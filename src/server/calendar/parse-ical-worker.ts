import { parentPort, workerData } from 'node:worker_threads'
import ical, { type EventInstance, type VEvent } from 'node-ical'
import { Temporal } from 'temporal-polyfill'
import type { Span } from './free-slots.ts'
import { withKnownTimezones } from './ical-timezones.ts'
import { normalizeIcal } from './normalize-ical.ts'
import type { ParseTask } from './parse-ical.ts'
import { readEvents } from './read-ical-events.ts'

/*
 * Runs in a thread of its own with little memory, which is ended when it takes too long: a calendar of a few hundred
 * bytes may ask for endless work.
 */

const MOST_EVENTS = 20_000
const MOST_SPANS = 20_000
const MOST_TIMES_OF_ONE = 2000

const { text, from, to, timezone }: ParseTask = workerData
const window = { from: new Date(from), to: new Date(to) }

/** The unfolded lines without rules that repeat within a day, or by more parts than a person would think of. */
function withoutDenseRules(whole: string): string[] {
  return whole
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter(
      (line) =>
        !/^(RRULE|EXRULE)/i.test(line) ||
        (/FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)/i.test(line) &&
          !/BY(HOUR|MINUTE|SECOND)=[^;]*,/i.test(line) &&
          line.split(',').length < 64),
    )
}

const keepsBusy = ({ transparency, status }: Pick<VEvent, 'transparency' | 'status'>): boolean =>
  String(transparency).toUpperCase() !== 'TRANSPARENT' && String(status).toUpperCase() !== 'CANCELLED'

/** A moment that was told without a timezone is meant by the coach's clock, not by this machine's. */
function momentOf(at: Date & { tz?: string | undefined; dateOnly?: true }, isFullDay: boolean): number {
  if (!isFullDay && at.tz) return at.getTime()
  const wanted = Temporal.PlainDateTime.from({
    year: at.getFullYear(),
    month: at.getMonth() + 1,
    day: at.getDate(),
    hour: isFullDay ? 0 : at.getHours(),
    minute: isFullDay ? 0 : at.getMinutes(),
  })
  if (isFullDay) return wanted.toPlainDate().toZonedDateTime(timezone).epochMilliseconds
  return wanted.toZonedDateTime(timezone).epochMilliseconds
}

const isTimed = (event: object): event is VEvent => 'start' in event && event.start instanceof Date

/**
 * When an event takes place, each time with the event that says so. Of a series that the coach has only single times of,
 * these come without it and under one name.
 */
function timesOf(event: VEvent): EventInstance[] {
  const single = event.rrule ? [] : Object.values(event.recurrences ?? {})
  return [...new Set<object>([event, ...single])]
    .filter(isTimed)
    .flatMap((one) =>
      ical.expandRecurringEvent(one, { ...window, expandOngoing: true }).slice(0, MOST_TIMES_OF_ONE),
    )
}

const spans: Span[] = []
let events = 0
const known = withKnownTimezones(withoutDenseRules(text), window.from.getUTCFullYear())
const lines = normalizeIcal(known, { from, to, timezone })
for (const each of readEvents(lines)) {
  const times = timesOf(each)
  if (times.length > 0 && ++events > MOST_EVENTS) break
  for (const { start, end, isFullDay, event } of times) {
    if (!keepsBusy(event)) continue
    const span = { from: momentOf(start, isFullDay), to: momentOf(end, isFullDay) }
    if (Number.isFinite(span.from) && span.from < span.to && span.to > from && span.from < to)
      spans.push({ from: Math.max(span.from, from), to: Math.min(span.to, to) })
  }
  if (spans.length > MOST_SPANS) break
}

const joined: Span[] = []
for (const span of spans.sort((one, other) => one.from - other.from)) {
  const last = joined.at(-1)
  if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
  else joined.push({ ...span })
}
parentPort?.postMessage(joined)
