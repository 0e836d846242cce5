import { SiteContent } from '#contract/site-content.ts'
import { calendarLink } from './fake-calendar.ts'

/** Content with a calendar whose frame tests answer, and a coach who can be asked. */
export const bookingContent = SiteContent.parse({
  brand: { coach: 'Ana', email: 'help@coach.example' },
  calendar: { link: calendarLink },
})
