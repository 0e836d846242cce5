import { useState } from 'react'
import { calendarInUse } from '#contract/calendar-in-use.ts'
import type { CalendarWords, OwnCalendarWords } from '#contract/site-content-booking.ts'
import type { TwoStepsWords } from '#contract/site-content-thank-you.ts'
import { calendarPage } from '#web/site/booking/calendar-address.ts'
import { CalendarFrame, NoCalendar } from '#web/site/booking/calendar-frame.tsx'
import type { FieldWords } from '#web/site/booking/details-form.tsx'
import { OwnCalendar } from '#web/site/booking/own-calendar.tsx'
import { useCalendarVisit } from '#web/site/booking/use-calendar-visit.ts'
import { openStep } from '#web/site/browser/dialog-step.ts'
import { isInAppBrowser } from '#web/site/browser/in-app-browser.ts'
import { useDialog } from '#web/site/island/use-dialog.ts'
import { FrameDialog } from '#web/site/page/frame-dialog.tsx'
import { CallCard } from './call-card.tsx'
import type { NoCallReason } from './call-countdown.ts'
import { type DrawnCall, useCall } from './use-call.ts'
import { WeekPicture } from './week-picture.tsx'

/** The two steps of a thank-you page: its path, its words, and the calendar the session is booked in. */
export type TwoStepsProps = {
  path: string
  words: Pick<TwoStepsWords, 'call' | 'book'>
  calendar: CalendarWords
  own: OwnCalendarWords
  fieldWords: FieldWords
} & DrawnCall

function CallStep({ words, drawn }: { words: TwoStepsWords['call']; drawn: DrawnCall }) {
  const state = useCall(drawn)
  const reason: NoCallReason | undefined = state?.kind === 'not-called' ? state.reason : undefined
  return (
    <li className="two-step">
      <div className="two-words">
        <h3>{reason ? words.none.title : words.title}</h3>
        <p>{reason ? words.none[reason] : words.text}</p>
      </div>
      <div className="two-act">
        <div className="two-picture">
          <CallCard words={words} state={state} />
        </div>
        <p className="two-note">{reason ? <a href="#book">{words.none.button}</a> : words.note}</p>
      </div>
    </li>
  )
}

function BookStep({ path, words, calendar, own, fieldWords, isPreview = false }: TwoStepsProps) {
  const inUse = calendarInUse(calendar)
  const visit = useCalendarVisit(path, isPreview)
  const state = useDialog('#booking', { holdsFrame: true })
  const [wasOpened, setOpened] = useState(false)
  if (state.isOpen && !wasOpened) setOpened(true)
  // Inside an app's browser a new tab is one that nobody finds again.
  const isInApp = state.isAlive && isInAppBrowser(navigator.userAgent)
  const page = visit && inUse === 'link' ? calendarPage(calendar.link, visit.prefill) : calendar.link
  const address = inUse === 'own' ? '/bookstrategy#calendar' : page
  return (
    <li className="two-step" id="book">
      <div className="two-words">
        <h3>{words.book.title}</h3>
        <p>{words.book.text}</p>
      </div>
      {inUse !== 'none' ? (
        <div className="two-act">
          <div className="two-picture">
            <WeekPicture />
          </div>
          <a
            className="button book-button"
            href={address}
            {...(inUse === 'link' && !isInApp && { target: '_blank', rel: 'noopener' })}
            data-keep
            onClick={(event) => {
              if (!state.canOpen()) return
              event.preventDefault()
              openStep('#booking')
            }}
          >
            {words.book.button}
          </a>
          <FrameDialog id="booking" title={words.book.dialog} close={calendar.close} state={state}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
            <section className="booking-body" aria-label={calendar.frame} tabIndex={0}>
              {inUse === 'link' ? (
                <CalendarFrame words={calendar} visit={wasOpened ? visit : undefined} />
              ) : (
                wasOpened && (
                  <OwnCalendar
                    words={own}
                    fieldWords={fieldWords}
                    page={path}
                    visit={visit}
                    isPreview={isPreview}
                  />
                )
              )}
            </section>
          </FrameDialog>
        </div>
      ) : (
        <NoCalendar words={calendar} />
      )}
    </li>
  )
}

/** Answer the call, then book the session (docs/spec.md, 'Thank-you pages'). */
export function TwoSteps(props: TwoStepsProps) {
  return (
    <ol className="two">
      <CallStep words={props.words.call} drawn={props} />
      <BookStep {...props} />
    </ol>
  )
}
