import { type FormEvent, useState } from 'react'
import type { BookedCall } from '#contract/calendar.ts'
import type { OwnCalendarWords } from '#contract/site-content-booking.ts'
import { SlotAlert } from './slot-alert.tsx'
import { sendBooking } from './slot-calls.ts'

/**
 * The way to cancel a call: a plain form until the page is alive. From then on it stays where it is when the network is gone,
 * in place of the browser's own page of errors, which many an app's browser has no way back from.
 */
export function CancelCall(props: {
  words: OwnCalendarWords
  token: string
  onCancelled(call: BookedCall): void
  /** It has begun, as a sentence says. */
  onOver(sentence: string): Promise<void>
}) {
  const { words, token } = props
  const path = `/api/calendar/bookings/${token}/cancel`
  const [isSending, setSending] = useState(false)
  const [alertText, setAlert] = useState('')
  const cancel = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setAlert('')
    const outcome = await sendBooking(path, {})
    setSending(false)
    if (outcome.kind === 'done') {
      props.onCancelled(outcome.booked.booking)
      return
    }
    setAlert(('error' in outcome && outcome.error) || words.failed)
    if (outcome.kind === 'over') await props.onOver(outcome.error)
    // Its page says so.
    if (outcome.kind === 'gone') location.reload()
  }
  return (
    <section className="desk-cancel" id="cancel">
      <h2>{words.cancelTitle}</h2>
      <p className="desk-frees">{words.cancelText}</p>
      <SlotAlert text={alertText} />
      <form method="post" action={path} onSubmit={(event) => void cancel(event)}>
        <button className="button button-quiet" type="submit" aria-disabled={isSending}>
          {words.cancel}
        </button>
      </form>
    </section>
  )
}
