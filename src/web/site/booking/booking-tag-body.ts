import type { bookingTag } from '#contract/funnel.ts'

const TAG: typeof bookingTag = 'VH04 - Booked Call'

/** The body of the booking-tag call (docs/spec.md, 'Calls and bodies'). */
export const bookingTagBody = (email: string) => ({ email, tagName: TAG, source: 'cal_booking' }) as const
