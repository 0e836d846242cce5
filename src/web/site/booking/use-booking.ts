import { useEffect, useState } from 'react'
import type { CallBookedWords } from '#contract/site-content-booking.ts'
import { arrivedParameters, hasArrived } from '#web/site/browser/clean-address.ts'
import { useLookAgain } from '#web/site/island/use-look-again.ts'
import { type Booking, bookingIn, lastParameters } from './booking-parameters.ts'
import { keepHanded, manageAddress, ownToken } from './confirmation-address.ts'
import { leaveFrame } from './leave-frame.ts'
import { readCall } from './slot-calls.ts'
import { knownOutcome, tagBooking } from './tag-booking.ts'

// Visitors do not wait for our bookkeeping: by then they see their booking, whatever the CRM does.
const LOADING_AT_MOST_MS = 2500

/** What /callbooked knows: nothing yet, the booking while it is told, and then all of it. */
export type BookingView = {
  state: 'unread' | 'loading' | 'done'
  booking: Booking | undefined
  /** The tag of the booking is on its way, or set. */
  tag: 'processing' | 'tagged' | undefined
  error: string
  /** It was cancelled since it was booked. */
  isCancelled: boolean
  /** Where this browser may move or cancel it, and have it as a file. */
  manage: string | undefined
}

/** How a booking that was made in this browser stands now: it may have been moved or cancelled since. */
async function bookingNow(
  booking: Booking,
): Promise<Pick<BookingView, 'booking' | 'isCancelled'> | undefined> {
  const token = ownToken(booking.uid)
  const call = token && (await readCall(token))
  if (!call) return undefined
  const { startTime, location, state } = call
  return { booking: { ...booking, startTime, location }, isCancelled: state === 'cancelled' }
}

/**
 * Reads the booking that the calendar's redirect told, leaves a frame around the page, and sets the booking's tag once, as soon
 * as there is a network.
 */
export function useBooking(words: CallBookedWords['errors'], isPreview: boolean): BookingView {
  const [view, setView] = useState<BookingView>({
    state: 'unread',
    booking: undefined,
    tag: undefined,
    error: '',
    isCancelled: false,
    manage: undefined,
  })
  useEffect(() => {
    let isOver = false
    const change = (next: Partial<BookingView>) => {
      if (!isOver) setView((before) => ({ ...before, ...next }))
    }
    let retry = () => {}
    const tag = async (booking: Booking): Promise<void> => {
      const known = knownOutcome(booking)
      if (!known) change({ tag: 'processing', error: '' })
      const outcome = known ?? (await tagBooking(booking, words))
      change({
        tag: outcome.kind === 'tagged' ? 'tagged' : undefined,
        error: 'message' in outcome ? outcome.message : '',
      })
      if (outcome.kind !== 'offline' || isOver) return
      retry = () => void tag(booking)
      addEventListener('online', retry, { once: true })
    }
    const confirm = async () => {
      // Read before the frame is left: what is personal is no longer in the address.
      const { bookingKey, ...personal } = arrivedParameters
      const arrived = { ...lastParameters(location.search), ...personal }
      if (!isPreview)
        await leaveFrame(`${location.origin}${location.pathname}?${new URLSearchParams(arrived)}`)
      const booking = bookingIn(arrived)
      keepHanded(booking.uid, bookingKey)
      // Whoever comes back may come from where the call is moved and cancelled.
      if (!isPreview && !hasArrived) void bookingNow(booking).then((now) => change(now ?? {}))
      change({
        state: 'loading',
        booking,
        error: booking.email ? '' : words.noEmail,
        manage: manageAddress(booking.uid),
      })
      if (booking.email && booking.isSuccess && !isPreview) {
        const patience = setTimeout(() => change({ state: 'done' }), LOADING_AT_MOST_MS)
        await tag(booking)
        clearTimeout(patience)
      }
      change({ state: 'done' })
    }
    void confirm()
    return () => {
      isOver = true
      removeEventListener('online', retry)
    }
  }, [words, isPreview])
  useLookAgain(() => {
    if (view.booking && !isPreview)
      void bookingNow(view.booking).then((now) => setView((before) => ({ ...before, ...now })))
  })
  return view
}
