import { z } from 'zod'
import { instant, optionalEmail, optionalInstant, optionalText, vendorText } from './webhook-fields.ts'

/** What every call of the calendar (Cal.com) has; news of other kinds may have nothing else in common. */
export const CalNews = z.object({ triggerEvent: vendorText(100) })

/** The envelope of the calendar's calls about bookings. */
export const CalWebhook = z.object({ createdAt: instant, payload: z.unknown() })

const Attendee = z.object({
  email: optionalEmail,
  name: optionalText(200),
  phoneNumber: optionalText(40),
  noShow: z.boolean().optional().catch(undefined),
})

// A booking form's field is an object with its value; a value may itself be an object.
const fieldValue = z
  .object({ value: z.union([z.string(), z.number()]).transform(String) })
  .transform(({ value }) => value)
  .optional()
  .catch(undefined)

/** What is used of a booking in the calendar's calls. A no-show names the booking by another field. */
export const CalBooking = z
  .object({
    uid: vendorText(200).optional(),
    bookingUid: vendorText(200).optional(),
    booking: z
      .object({ uid: vendorText(200) })
      .optional()
      .catch(undefined),
    status: optionalText(40),
    title: optionalText(300),
    startTime: optionalInstant,
    endTime: optionalInstant,
    location: optionalText(500),
    attendees: z.array(Attendee).max(500).optional().catch(undefined),
    responses: z
      .object({ email: fieldValue.pipe(optionalEmail), phone: fieldValue, attendeePhoneNumber: fieldValue })
      .optional()
      .catch(undefined),
    metadata: z
      .object({ lead_id: optionalText(200), leadId: optionalText(200) })
      .optional()
      .catch(undefined),
    rescheduleUid: optionalText(200),
    rescheduleStartTime: optionalInstant,
    cancellationReason: optionalText(1000),
    rejectionReason: optionalText(1000),
  })
  .transform(({ bookingUid, booking, ...rest }, context) => {
    const uid = rest.uid || bookingUid || booking?.uid
    if (uid) return { ...rest, uid }
    context.addIssue({ code: 'custom', message: 'names no booking', path: ['uid'] })
    return z.NEVER
  })
export type CalBooking = z.output<typeof CalBooking>
