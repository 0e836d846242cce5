import { useEffect, useRef, useState } from 'react'
import type { Booked, FreeSlots } from '#contract/calendar.ts'
import type { OwnCalendarWords } from '#contract/site-content-booking.ts'
import { leaveFor } from '#web/site/browser/dialog-step.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'
import { useReturn } from '#web/site/island/use-return.ts'
import { endAttempt, nextAttempt } from './booking-attempt.ts'
import type { CalendarVisit } from './calendar-visit.ts'
import { confirmationAddress, manageAddress, rememberBooking } from './confirmation-address.ts'
import { daysOfSlots, dayText, timeText } from './days-of-slots.ts'
import { type Details, DetailsForm, detailNames, detailProblems, type FieldWords } from './details-form.tsx'
import { Closed, Unread } from './no-slots.tsx'
import { SlotAlert } from './slot-alert.tsx'
import { type SlotOutcome, sendBooking } from './slot-calls.ts'
import { SlotPicker } from './slot-picker.tsx'
import { ownTimezone } from './timezones.ts'
import { useBookingDraft } from './use-booking-draft.ts'
import { usePrefill } from './use-calendar-visit.ts'
import { useFreeSlots } from './use-free-slots.ts'

/** Our own calendar: its words, the page it stands on, and what is known when it opens. */
export type OwnCalendarProps = {
  words: OwnCalendarWords
  fieldWords: FieldWords
  page: string
  /** Whom to fill in; undefined until that is known. */
  visit: CalendarVisit | undefined
  /** Times that came with the page; they are read where it brought none. */
  free?: FreeSlots
  isPreview?: boolean
  /** Moves a call in place of booking one. */
  move?: {
    token: string
    uid: string
    onMoved(booked: Booked): void
    /** It was cancelled elsewhere or has begun, as a sentence says. */
    onOver(sentence: string): Promise<void>
  }
}

const empty: Details = { name: '', email: '', phone: '', note: '' }
const shape = Array.from({ length: 21 }, (_none, index) => index)

function Opening({ words }: { words: OwnCalendarWords }) {
  return (
    <div className="slot-opening">
      <div className="slot-skeleton" aria-hidden="true">
        {shape.map((day) => (
          <i key={day} />
        ))}
      </div>
      <a className="slot-plain" href="/booking">
        {words.withoutScript}
      </a>
    </div>
  )
}

/**
 * Our own calendar: a day, a time, and who it is. Until it is alive, and without scripts, it is a link to the same as a
 * plain form. Whoever was not the first is shown at once what is free instead.
 */
export function OwnCalendar(props: OwnCalendarProps) {
  const { words, fieldWords, visit, move, isPreview = false } = props
  const [ownZone, setOwnZone] = useState('UTC')
  const [errors, setErrors] = useState<Partial<Details>>({})
  const [alertText, setAlert] = useState('')
  const [isSending, setSending] = useState(false)
  const hasBooked = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  const ticket = useRef<HTMLDivElement>(null)
  const { free, isUnread, show, readAgain } = useFreeSlots({
    given: props.free,
    token: move?.token,
    isPreview,
  })
  const draft = useBookingDraft(move || isPreview ? undefined : props.page, free)
  const { slot, setSlot, typed, setTyped } = draft
  const zone = draft.zone ?? ownZone
  const chosen = slot && !move ? slot : undefined
  const { name = '', email = '', phone = '' } = usePrefill(visit, !move && !isPreview)
  const [emailBefore, setEmailBefore] = useState(email)
  // What was missing is there: whoever was told so before it was known who they are need not mend it.
  if (email !== emailBefore) {
    setEmailBefore(email)
    setErrors({})
  }

  useEffect(() => setOwnZone(ownTimezone()), [])
  // Whoever picked a time far down, as on a phone, is below what has come in its place.
  useEffect(() => {
    if (chosen) ticket.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const tryAgain = () => {
    readAgain()
    // The button goes.
    place.current?.focus({ preventScroll: true })
  }
  // Whoever comes back from the confirmation has the time that stands here, and would be told that somebody else has it.
  useReturn(() => {
    if (!hasBooked.current) return
    hasBooked.current = false
    setSlot(undefined)
    tryAgain()
  })

  if (!free)
    return (
      <div className="own-calendar" data-state={isUnread ? 'unread' : 'opening'} ref={place} tabIndex={-1}>
        {isUnread ? <Unread words={words} onAgain={tryAgain} /> : <Opening words={words} />}
      </div>
    )

  if (free.isClosed)
    return (
      <div className="own-calendar" data-state="closed" ref={place} tabIndex={-1}>
        <Closed words={words} />
      </div>
    )

  const details: Details = { ...empty, name, email, phone, ...typed }

  const back = (sentence = '') => {
    setSlot(undefined)
    setAlert(sentence)
    // What had the focus is gone.
    place.current?.focus({ preventScroll: true })
  }

  const settle = (outcome: SlotOutcome): boolean => {
    setSending(false)
    if (outcome.kind === 'done') return true
    if (outcome.kind === 'taken') {
      show(outcome.free)
      // Where none is left, that is said in place of the times.
      back(outcome.free.slots.length > 0 ? words.taken : '')
      return false
    }
    // Calls are booked elsewhere since this page was opened.
    if (outcome.kind === 'gone' && !move) {
      show({ ...free, slots: [], isClosed: true })
      back()
      return false
    }
    const fields = outcome.kind === 'refused' ? outcome.fields : {}
    setErrors(fields)
    const isShown = Object.keys(fields).some((field) => field in empty)
    setAlert(isShown ? '' : ('error' in outcome && outcome.error) || words.failed)
    return false
  }

  const type = (now: Details) => {
    const changed = detailNames.filter((name) => now[name] !== details[name])
    setTyped((before) => ({ ...before, ...Object.fromEntries(changed.map((name) => [name, now[name]])) }))
    setErrors((before) => ({ ...before, ...Object.fromEntries(changed.map((name) => [name, undefined])) }))
  }

  const book = async (start: string, typed: Details, website: string) => {
    type(typed)
    const wrong = detailProblems(typed, fieldWords)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || isPreview) return
    setSending(true)
    setAlert('')
    const outcome = await sendBooking('/api/calendar/bookings', {
      ...typed,
      start,
      website,
      ...nextAttempt(start),
      timezone: zone,
      page: props.page,
      ...visitLeave(),
    })
    if (!settle(outcome) || outcome.kind !== 'done') return
    endAttempt()
    draft.endDraft()
    hasBooked.current = true
    const isKept = rememberBooking(outcome.booked)
    leaveFor(onward(confirmationAddress(outcome.booked, isKept)), place.current)
  }

  const pick = async (start: string) => {
    setAlert('')
    if (!move) {
      setSlot(start)
      return
    }
    if (isSending || isPreview) return
    setSlot(start)
    setSending(true)
    const path = `/api/calendar/bookings/${move.token}/move`
    // Another browser may be the coach's: whoever booked is written to by their own clock all the same.
    const isBookers = manageAddress(move.uid) !== undefined
    const outcome = await sendBooking(path, {
      start,
      ...((isBookers || draft.zone !== undefined) && { timezone: zone }),
    })
    if (settle(outcome) && outcome.kind === 'done') move.onMoved(outcome.booked)
    else setSlot(undefined)
    if (outcome.kind === 'over') await move.onOver(outcome.error)
    // Its page says so.
    if (outcome.kind === 'gone') location.reload()
  }

  return (
    <div className="own-calendar" data-state={chosen ? 'details' : 'picking'} ref={place} tabIndex={-1}>
      <SlotAlert text={chosen ? '' : alertText} />
      {chosen ? (
        <div className="slot-chosen">
          <div className="slot-ticket" ref={ticket}>
            <p className="slot-when">{daysOfSlots([chosen], zone).map(({ date }) => dayText(date))}</p>
            <p className="slot-when">{timeText(chosen, zone)}</p>
            <p className="slot-where">{zone.replace(/_/g, ' ')}</p>
            <button type="button" className="slot-back" onClick={() => back()}>
              {words.otherTime}
            </button>
          </div>
          <DetailsForm
            words={words}
            typed={details}
            errors={errors}
            alert={alertText}
            isSending={isSending}
            onType={type}
            onSend={(typed, website) => void book(chosen, typed, website)}
          />
        </div>
      ) : (
        <SlotPicker
          words={words}
          slots={free.slots}
          lengthMinutes={free.lengthMinutes}
          zone={zone}
          onZone={draft.setZone}
          onPick={(start) => void pick(start)}
          picked={slot}
          isBusy={isSending}
        />
      )}
    </div>
  )
}
