import { claimPixelEvent } from '#server/conversions/claim-pixel-event.ts'
import { personOfLead } from '#server/conversions/offline-conversion-store.ts'
import { idsOn } from '#server/platform/ids.ts'
import { jobsAt } from './following-jobs.ts'
import type { MonthParts } from './lead-story.ts'
import { PIXEL_ID } from './meta.ts'
import { pixelMomentsOf } from './pixel-moments.ts'
import type { Random } from './random.ts'
import { SITE_ORIGIN } from './site-pages.ts'
import { bookingUid } from './vendor-news.ts'
import type { DemoVisitor } from './visitor.ts'

const DAY_MS = 86_400_000
// Meta takes nothing older than seven days; an hour of it is left for the start.
const REPORTED_FOR_MS = 7 * DAY_MS - 3_600_000
// Somebody who came before may still book or pay within those days.
const KNOWN_FOR_MS = 14 * DAY_MS

/**
 * Lets a lead's browser claim its pixel events, each at its own time. What Meta still takes gets its twin; what is
 * older only makes the person known. Now and then a browser leaves the booking to the calendar's word.
 */
export async function claimPixelEvents(
  parts: MonthParts,
  random: Random,
  visitor: DemoVisitor,
  leadId: string,
): Promise<void> {
  const age = (at: Date) => parts.now.getTime() - at.getTime()
  const moments = pixelMomentsOf(visitor).filter(({ at }) => age(at) >= 0 && age(at) < KNOWN_FOR_MS)
  if (moments.length === 0) return
  const personId = (await personOfLead(parts.database, leadId)) ?? null
  const booked = visitor.steps.find(({ trigger }) => trigger === 'booking')
  const tellsBooking = random.chance(0.5)
  for (const { path, planned, at } of moments) {
    const isBooking = planned.once === 'booking'
    if (isBooking && !(booked && tellsBooking)) continue
    const event = {
      ...{ id: idsOn({ now: () => at }, random.bytes)(), visitorId: visitor.id, path, at },
      ...{ value: planned.value, currency: planned.currency, contentName: planned.content },
      eventName: planned.event,
      dedupeKey: booked && isBooking ? `booking ${bookingUid(leadId, booked)}` : `${path} ${planned.moment}`,
      ...{ ipAddress: visitor.ipAddress, userAgent: visitor.device.userAgent },
      ...{ fbp: visitor.fbp, fbc: visitor.visits[0]?.attribution.fbc },
    }
    const isTaken = age(at) < REPORTED_FOR_MS
    const twins = isTaken ? { ...jobsAt(at), pixelId: PIXEL_ID, siteUrl: SITE_ORIGIN } : undefined
    await parts.inTransaction(() =>
      claimPixelEvent({ database: parts.database, twins }, event, planned.once, personId),
    )
  }
}
