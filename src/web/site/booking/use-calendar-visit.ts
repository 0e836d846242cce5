import { useEffect, useState } from 'react'
import { useKnownLead } from '#web/site/lead-dialog/use-known-lead.ts'
import { arrivedPerson } from './arrived-person.ts'
import type { Prefill } from './calendar-address.ts'
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

/**
 * Whom a form of ours fills in: whom the calendar was opened with, or else who it turns out to be later on a slow network.
 * Only a vendor's calendar has to know it when it opens.
 */
export function usePrefill(visit: CalendarVisit | undefined, isAsked: boolean): Prefill {
  const known = useKnownLead(!isAsked || arrivedPerson !== undefined)
  if (!visit) return {}
  return visit.prefill.email === undefined && known ? known : visit.prefill
}
