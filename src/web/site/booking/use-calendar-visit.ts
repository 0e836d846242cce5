import { useEffect, useState } from 'react'
import { type CalendarVisit, calendarVisit } from './calendar-visit.ts'

/** What the calendar of a page is opened with, as soon as that is known; at once in a preview, where nobody is asked. */
export function useCalendarVisit(page: string, isPreview: boolean): CalendarVisit | undefined {
  const [visit, setVisit] = useState<CalendarVisit>()
  useEffect(() => {
    if (isPreview) setVisit({ prefill: {}, metadata: {} })
    else void calendarVisit(page).then(setVisit)
  }, [page, isPreview])
  return visit
}
