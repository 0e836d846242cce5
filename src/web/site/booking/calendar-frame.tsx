import { useEffect, useRef, useState } from 'react'
import type { CalendarWords } from '#contract/site-content-booking.ts'
import { isInAppBrowser } from '#web/site/browser/in-app-browser.ts'
import { calendarFrameAddress, calendarPage } from './calendar-address.ts'
import { calendarMessage, welcome } from './calendar-message.ts'
import type { CalendarVisit } from './calendar-visit.ts'

const PATIENCE_MS = 4000
const days = Array.from({ length: 35 }, (_, day) => day)

/** What stands in the calendar's place while it opens: the shape of a month beside its times. */
function Skeleton() {
  return (
    <div className="calendar-skeleton" aria-hidden="true">
      <div className="calendar-month">
        {days.map((day) => (
          <i key={day} />
        ))}
      </div>
      <div className="calendar-times">
        {days.slice(0, 9).map((day) => (
          <i key={day} />
        ))}
      </div>
    </div>
  )
}

type Opening = { state: 'opening' | 'stuck' | 'ready'; height?: number }

/** The calendar's own frame; it says when the calendar is ready and how tall it is. */
function Frame(props: {
  words: CalendarWords
  visit: CalendarVisit
  tell(opening: Opening): void
  height?: number
}) {
  const { words, visit, tell, height } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const address = calendarFrameAddress(words.link, visit.prefill, visit.metadata)
  const { origin } = new URL(address)
  useEffect(() => {
    let state: Opening['state'] = 'opening'
    let tall: number | undefined
    const turn = (next: Opening['state']) => {
      state = next
      tell({ state, height: tall })
    }
    const patience = setTimeout(() => turn('stuck'), PATIENCE_MS)
    const hear = (event: MessageEvent) => {
      const { current } = frame
      if (event.source !== current?.contentWindow || event.origin !== origin) return
      const message = calendarMessage(event.data)
      if (message?.kind === 'listening') current?.contentWindow?.postMessage(welcome, origin)
      if (message?.kind === 'height') {
        tall = message.pixels
        turn(state)
      }
      if (message?.kind === 'ready' || message?.kind === 'failed') {
        clearTimeout(patience)
        turn(message.kind === 'ready' ? 'ready' : 'stuck')
      }
    }
    addEventListener('message', hear)
    return () => {
      clearTimeout(patience)
      removeEventListener('message', hear)
    }
  }, [origin, tell])
  return (
    <iframe
      ref={frame}
      className="calendar-frame"
      title={words.frame}
      // The calendar knows by this name that it stands in a page of someone else's.
      name="cal-embed="
      allow="payment"
      src={address}
      style={height === undefined ? undefined : { height }}
    />
  )
}

/**
 * The calendar in its place: a skeleton until the calendar says it is ready, then the calendar at its own height.
 * Where it is not usable within 4 s, a link to it appears; it goes again when the calendar comes after all. Without
 * scripts it is the link alone.
 */
export function CalendarFrame({ words, visit }: { words: CalendarWords; visit?: CalendarVisit }) {
  const [{ state, height }, tell] = useState<Opening>({ state: 'opening' })
  const isInApp = visit !== undefined && isInAppBrowser(navigator.userAgent)
  return (
    <div className="calendar" data-state={visit && state}>
      <Skeleton />
      <div className="calendar-word">
        <p className="calendar-opening" role="status">
          {words.loading}
        </p>
        <div className="calendar-rescue" role="status">
          <p className="calendar-slow">{words.slow}</p>
          <a
            className="button"
            href={visit ? calendarPage(words.link, visit.prefill) : words.link}
            {...(!isInApp && { target: '_blank', rel: 'noopener' })}
          >
            {isInApp ? words.sameTab : words.newTab}
          </a>
        </div>
      </div>
      {visit && <Frame words={words} visit={visit} tell={tell} height={height} />}
    </div>
  )
}

/** What a visitor reads while the owner has no calendar: what happens next. */
export function NoCalendar({ words }: { words: CalendarWords }) {
  return (
    <div className="no-calendar">
      <svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">
        <rect x="1.5" y="9.5" width="44" height="33" rx="5" />
        <path d="M2 13l21.5 17L45 13" />
        <path className="no-calendar-dot" d="M54 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13z" />
      </svg>
      <p className="no-calendar-title">{words.missing}</p>
      <p>{words.missingText}</p>
    </div>
  )
}
