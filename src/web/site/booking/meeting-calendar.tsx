import { calendarInUse } from '#contract/calendar-in-use.ts'
import type { CalendarWords, OwnCalendarWords } from '#contract/site-content-booking.ts'
import { CalendarFrame } from './calendar-frame.tsx'
import type { FieldWords } from './details-form.tsx'
import { OwnCalendar } from './own-calendar.tsx'
import { useCalendarVisit } from './use-calendar-visit.ts'

/** The words of both calendars; only the one that is used shows its own. */
export type MeetingCalendarProps = {
  words: CalendarWords
  own: OwnCalendarWords
  fieldWords: FieldWords
  isPreview?: boolean
}

/** The calendar of /bookstrategy, which opens as soon as it is known whom to fill in. */
export function MeetingCalendar({ words, own, fieldWords, isPreview = false }: MeetingCalendarProps) {
  const visit = useCalendarVisit('/bookstrategy', isPreview)
  if (calendarInUse(words) === 'link') return <CalendarFrame words={words} visit={visit} />
  return (
    <OwnCalendar
      words={own}
      fieldWords={fieldWords}
      page="/bookstrategy"
      visit={visit}
      isPreview={isPreview}
    />
  )
}
