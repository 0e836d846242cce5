import type { CalendarWords } from '#contract/site-content-booking.ts'
import { CalendarFrame } from './calendar-frame.tsx'
import { useCalendarVisit } from './use-calendar-visit.ts'

/** The calendar of /bookstrategy, which opens as soon as it is known whom to fill in. */
export function MeetingCalendar({ words, isPreview = false }: { words: CalendarWords; isPreview?: boolean }) {
  return <CalendarFrame words={words} visit={useCalendarVisit('/bookstrategy', isPreview)} />
}
