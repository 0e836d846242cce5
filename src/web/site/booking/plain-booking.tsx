import type { RefObject } from 'react'
import type { BookingOnPage } from '#contract/page-rendering.ts'
import type { OwnCalendarWords } from '#contract/site-content-booking.ts'
import { daysOfSlots, dayText, timeText } from './days-of-slots.ts'
import { DetailField, detailNames, Trap } from './details-form.tsx'
import { NoneFree } from './no-slots.tsx'
import { someTimezones, zoneText } from './timezones.ts'

function Times({ booking, words }: { booking: BookingOnPage; words: OwnCalendarWords }) {
  const { free, timezone, values } = booking
  return (
    <fieldset className="plain-times">
      <legend>{words.timeLabel}</legend>
      {daysOfSlots(free.slots, timezone).map(({ date, slots }) => (
        <details key={date} open={slots.includes(values.start ?? '')}>
          <summary>{dayText(date)}</summary>
          <ul>
            {slots.map((slot) => (
              <li key={slot}>
                <label className="plain-time">
                  {/* Not required: in a day that is closed no browser could say so, and the button would do nothing. */}
                  <input type="radio" name="start" value={slot} defaultChecked={slot === values.start} />
                  {timeText(slot, timezone)}
                </label>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </fieldset>
  )
}

function Zone({ booking, words }: { booking: BookingOnPage; words: OwnCalendarWords }) {
  const { timezone } = booking
  return (
    <form
      className="plain-zone"
      method="get"
      action={booking.call ? `/booking/${booking.call.token}` : '/booking'}
    >
      <label className="slot-zone">
        <span>{words.zoneLabel}</span>
        <select name="timezone" defaultValue={timezone}>
          {[...new Set([timezone, ...someTimezones])].map((zone) => (
            <option key={zone} value={zone}>
              {zoneText(zone)}
            </option>
          ))}
        </select>
      </label>
      <button className="button button-quiet" type="submit">
        {words.zoneChange}
      </button>
    </form>
  )
}

type PlainBookingProps = {
  booking: BookingOnPage
  words: OwnCalendarWords
  form: RefObject<HTMLFormElement | null>
}

/** The same as the calendar for whoever has no scripts: every free time in one form, to book a call or to move one. */
export function PlainBooking(props: PlainBookingProps) {
  const { booking, words, form } = props
  const { call, free, timezone, values, errors } = booking
  if (free.slots.length === 0) return <NoneFree words={words} />
  return (
    <div className="plain">
      <Zone booking={booking} words={words} />
      <form
        ref={form}
        className="plain-booking"
        method="post"
        action={call ? `/api/calendar/bookings/${call.token}/move` : '/api/calendar/bookings'}
      >
        <Times booking={booking} words={words} />
        <input type="hidden" name="timezone" value={timezone} />
        {!call && (
          <>
            <input type="hidden" name="bookingId" value={booking.bookingId} />
            <input type="hidden" name="page" value="/booking" />
            {detailNames.map((name) => (
              <DetailField
                key={name}
                name={name}
                label={words[name]}
                error={errors[name]}
                defaultValue={values[name] ?? ''}
              />
            ))}
            <Trap />
          </>
        )}
        <button className="button" type="submit">
          {call ? words.move : words.book}
        </button>
        {!call && <p className="details-note">{words.privacy}</p>}
      </form>
    </div>
  )
}
