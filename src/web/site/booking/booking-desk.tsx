import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BookedCall } from '#contract/calendar.ts'
import type { BookingOnPage } from '#contract/page-rendering.ts'
import type { OwnCalendarWords } from '#contract/site-content-booking.ts'
import { useLookAgain } from '#web/site/island/use-look-again.ts'
import { CancelCall } from './cancel-call.tsx'
import type { FieldWords } from './details-form.tsx'
import { locationText, meetingTime } from './meeting-time.ts'
import { WayElsewhere } from './no-slots.tsx'
import { OwnCalendar } from './own-calendar.tsx'
import { PlainBooking } from './plain-booking.tsx'
import { readCall } from './slot-calls.ts'
import { ownTimezone, zoneText } from './timezones.ts'
import { useCalendarVisit } from './use-calendar-visit.ts'

/** The page of bookings: its words, and what the server knows. */
export type BookingDeskProps = { words: OwnCalendarWords; fieldWords: FieldWords; booking: BookingOnPage }

function titleOf(words: OwnCalendarWords, call: BookedCall, done: BookingOnPage['done']): string {
  if (call.state === 'cancelled') return words.cancelledTitle
  if (!call.canChange) return words.overTitle
  if (done === 'booked') return words.bookedTitle
  return done === 'moved' ? words.movedTitle : words.manageTitle
}

function Ticket({ call, timezone }: { call: BookedCall; timezone: string }) {
  const isLink = /^https:\/\//i.test(call.location)
  return (
    <div className="desk-ticket" data-state={call.state}>
      <p className="desk-title">{call.title}</p>
      <p className="desk-when">{meetingTime(call.startTime, timezone)}</p>
      {timezone !== 'UTC' && <p>{zoneText(timezone)}</p>}
      {call.location && (
        <p>{isLink ? <a href={call.location}>{call.location}</a> : locationText(call.location)}</p>
      )}
    </div>
  )
}

/** Whether somebody has begun to fill in a plain form, which then stays: it books as well as the picker. */
const isBegun = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      (field === document.activeElement ||
        field.value !== field.defaultValue ||
        (field instanceof HTMLInputElement && field.checked !== field.defaultChecked)),
  )

const isAsShown = (now: BookedCall, shown: BookedCall | undefined): boolean =>
  now.startTime === shown?.startTime &&
  now.state === shown.state &&
  now.canChange === shown.canChange &&
  now.location === shown.location

/**
 * What the page of bookings does: books a call, or shows one with the ways to move and to cancel it. Without scripts all
 * of it is plain forms.
 */
export function BookingDesk({ words, fieldWords, booking }: BookingDeskProps) {
  const [call, setCall] = useState(booking.call?.booking)
  const [done, setDone] = useState(booking.done)
  const [alertText, setAlert] = useState(booking.alert)
  const [zone, setZone] = useState(booking.timezone)
  const [hasPicker, setHasPicker] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const headline = useRef<HTMLHeadingElement>(null)
  const visit = useCalendarVisit('/booking', false)
  const { call: held } = booking
  const isClosed = !call && booking.free.isClosed === true
  const isReturned = booking.alert !== undefined || Object.keys(booking.errors).length > 0
  // The zone comes with the picker: the times of a plain form are those of the zone that it was asked for in.
  useLayoutEffect(() => {
    if (isReturned || (form.current && isBegun(form.current))) return
    setHasPicker(true)
    setZone(ownTimezone())
  }, [isReturned])
  // What was pressed is gone, and the headline says what became of it.
  useEffect(() => {
    if (call === held?.booking) return
    window.scrollTo(0, 0)
    headline.current?.focus({ preventScroll: true })
  }, [call, held])
  // It may have been moved or cancelled elsewhere, or have begun, since the page was opened.
  useLookAgain(() => {
    if (!held || !call?.canChange) return
    void readCall(held.token).then((now) => {
      // What was done here meanwhile is newer.
      if (now && !isAsShown(now, call)) setCall((before) => (before === call ? now : before))
    })
  })
  const onOver = async (sentence: string) => {
    const now = held && (await readCall(held.token))
    if (!now || now.canChange) return
    setCall(now)
    setAlert(sentence)
  }
  const picker = (move?: Parameters<typeof OwnCalendar>[0]['move']) =>
    hasPicker ? (
      <OwnCalendar
        words={words}
        fieldWords={fieldWords}
        page="/booking"
        visit={visit}
        {...(!call || call.startTime === held?.booking.startTime ? { free: booking.free } : {})}
        {...(move && { move })}
      />
    ) : (
      <PlainBooking booking={booking} words={words} form={form} />
    )
  return (
    <main className="wrap desk">
      <h1 ref={headline} tabIndex={call === held?.booking ? undefined : -1}>
        {call ? titleOf(words, call, done) : isClosed ? words.closed : words.newTitle}
      </h1>
      {isClosed && <WayElsewhere words={words} />}
      {alertText && !isClosed && call?.state !== 'cancelled' && (
        <p className="slot-alert" role="alert">
          {alertText}
        </p>
      )}
      {call && <Ticket call={call} timezone={zone} />}
      {held && call?.state === 'booked' && (
        <p>
          <a className="desk-file" href={`/booking/${held.token}/call.ics`}>
            {words.addToCalendar}
          </a>
        </p>
      )}
      {!call && !isClosed && picker()}
      {held && call?.canChange && (
        <>
          <section className="desk-move">
            <h2>{words.changeTitle}</h2>
            {picker({
              token: held.token,
              uid: call.uid,
              onMoved(booked) {
                // An answer that was overtaken on its way tells of a call that is cancelled by now.
                setCall((before) => (before?.state === 'cancelled' ? before : booked.booking))
                setDone('moved')
                setAlert('')
              },
              onOver,
            })}
          </section>
          <CancelCall words={words} token={held.token} onCancelled={setCall} onOver={onOver} />
        </>
      )}
      {call && !call.canChange && (
        <p>
          <a className="button" href="/bookstrategy">
            {words.again}
          </a>
        </p>
      )}
    </main>
  )
}
