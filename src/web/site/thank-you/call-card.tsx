import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { TwoStepsWords } from '#contract/site-content-thank-you.ts'
import { CALL_AFTER_SECONDS, type CallState, callText } from './call-countdown.ts'

const SPEAK_AFTER_MS = 400

/** A telephone receiver, ringing. */
export function Receiver() {
  return (
    <svg className="receiver" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d="M11.4 6.2L8.6 7.1c-1.2.4-2 1.5-1.9 2.8.6 8 7 14.4 15 15.2 1.3.1 2.5-.7 2.8-2l.8-2.7c.2-.7-.1-1.5-.8-1.9l-3.4-1.9c-.6-.3-1.4-.2-1.8.3l-1.3 1.5a12.6 12.6 0 0 1-4.6-4.7l1.5-1.3c.5-.5.7-1.2.4-1.8l-1.9-3.5c-.4-.7-1.2-1-2-.9z" />
    </svg>
  )
}

const lineOf = (state: CallState, words: TwoStepsWords['call']): string =>
  callText(state, {
    waiting: words.waiting,
    lastSecond: words.lastSecond,
    calling: words.calling,
    notCalled: words.none.state,
    reported: {
      queued: words.queued,
      ringing: words.ringing,
      answered: words.answered,
      ended: words.ended,
      failed: words.failed,
      no_answer: words.missed,
      voicemail: words.voicemail,
    },
  })

/**
 * What screen readers hear: the first state, the call itself and what the voice agent reports, not every second
 * between. A live region is only heard when it changes after the page has been read.
 */
function useSpoken(state: CallState | undefined, line: string): string {
  const [spoken, setSpoken] = useState('')
  const isFirst = useRef(true)
  useEffect(() => {
    if (!state || (state.kind === 'expected' && !isFirst.current)) return
    isFirst.current = false
    setTimeout(() => setSpoken(line), SPEAK_AFTER_MS)
  }, [state, line])
  return spoken
}

/** The call as a phone shows it, with the seconds until it comes. The longest text keeps its place free. */
export function CallCard({ words, state }: { words: TwoStepsWords['call']; state: CallState | undefined }) {
  const line = state ? lineOf(state, words) : words.soon
  const spoken = useSpoken(state, line)
  // The line under the seconds starts where they start, also after a reload.
  const [since, setSince] = useState<number>()
  if (since === undefined && state?.kind === 'expected') setSince(state.seconds - CALL_AFTER_SECONDS)
  return (
    <div
      className="call"
      data-call={state && (state.kind === 'reported' ? state.status : state.kind)}
      style={since === undefined ? undefined : ({ '--call-since': `${since}s` } as CSSProperties)}
    >
      <Receiver />
      <div className="call-words">
        <p className="call-number">{words.number}</p>
        <p className="call-line">
          <span className="call-room" aria-hidden="true">
            {words.waiting.replace('{seconds}', '9')}
          </span>
          <span className="call-state" role="timer">
            {line}
          </span>
        </p>
      </div>
      <p className="call-spoken unseen" role="status">
        {spoken}
      </p>
    </div>
  )
}
