import { calendarInUse } from '#contract/calendar-in-use.ts'
import type { PolicyDirective } from '#contract/page-rendering.ts'
import type { CalendarWords } from '#contract/site-content-booking.ts'
import { calendarOrigin } from './calendar-address.ts'

/**
 * What a page with the calendar must allow: the calendar's origin in a frame, and this site, because a calendar may
 * lead its own frame to /callbooked, which then leaves the frame. Without a calendar, nothing.
 */
export const calendarHosts = (
  calendar: Pick<CalendarWords, 'use' | 'link'>,
): Partial<Record<PolicyDirective, string[]>> =>
  calendarInUse(calendar) === 'link' ? { frame: ["'self'", calendarOrigin(calendar.link)] } : {}
