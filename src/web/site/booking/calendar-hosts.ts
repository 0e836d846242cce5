import type { PolicyDirective } from '#contract/page-rendering.ts'
import { calendarOrigin } from './calendar-address.ts'

/**
 * What a page with the calendar must allow: the calendar's origin in a frame, and this site, because a calendar may
 * lead its own frame to /callbooked, which then leaves the frame. Without a calendar, nothing.
 */
export const calendarHosts = (link: string): Partial<Record<PolicyDirective, string[]>> =>
  link ? { frame: ["'self'", calendarOrigin(link)] } : {}
