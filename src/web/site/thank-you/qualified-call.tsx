import { useEffect } from 'react'
import type { SiteContent } from '#contract/site-content.ts'
import type { TwoStepsWords } from '#contract/site-content-thank-you.ts'
import type { CallStatus } from '#contract/webhook-voice.ts'
import { Receiver } from './call-card.tsx'
import type { CallState } from './call-countdown.ts'
import { type DrawnCall, useReportedCall } from './use-call.ts'

/** What /qualified says of the call, and what it says where none will come. */
export type QualifiedCallProps = {
  words: SiteContent['qualified']
  /** Whose page it is, in the tab's title; '' while it has no name. */
  brand: string
  none: TwoStepsWords['call']['none']
  /** What it says of a call that is over, and of the session to book then. */
  over: Pick<TwoStepsWords['call'], 'ended' | 'missed' | 'voicemail' | 'failed'>
  book: Pick<TwoStepsWords['book'], 'text' | 'button'>
} & DrawnCall

function Instead(props: { title: string; text: string; button: string }) {
  return (
    <div className="ringing-words">
      <h1>{props.title}</h1>
      <p className="thanks-text">{props.text}</p>
      <p className="ringing-instead">
        <a className="button" href="/bookstrategy">
          {props.button}
        </a>
      </p>
    </div>
  )
}

/** What is said of a call that is over; undefined while it may still come or goes on. */
function overText(call: CallState | undefined, over: QualifiedCallProps['over']): string | undefined {
  if (call?.kind !== 'reported') return undefined
  const { ended, missed, voicemail, failed } = over
  const texts: Partial<Record<CallStatus, string>> = { ended, no_answer: missed, voicemail, failed }
  return texts[call.status]
}

/** Gives the page's tab another title as long as there is one. */
function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}

/** The AI voice agent is calling, and how the call gets through; once it is over, or where none can come, the way to book. */
export function QualifiedCall(props: QualifiedCallProps) {
  const { words, brand, none, over, book } = props
  const call = useReportedCall(props)
  const isOver = overText(call, over)
  const state = call?.kind === 'not-called' ? none.state : isOver
  useTitle(state && (brand ? `${state} · ${brand}` : state))
  return (
    <>
      <p className="unseen" role="status">
        {state}
      </p>
      {call?.kind === 'not-called' ? (
        <Instead title={none.title} text={none[call.reason]} button={none.button} />
      ) : isOver !== undefined ? (
        <Instead title={isOver} text={book.text} button={book.button} />
      ) : (
        <Ringing words={words} />
      )}
    </>
  )
}

/** That it rings, and what to do so that the call gets through. */
function Ringing({ words }: Pick<QualifiedCallProps, 'words'>) {
  return (
    <>
      <div className="ringing-words">
        <h1>{words.headline}</h1>
        <p className="thanks-text">{words.text}</p>
        <ol className="way">
          {words.steps.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <figure className="ringing-picture" role="img" aria-label={words.picture}>
        <div className="handset" aria-hidden="true">
          <span className="handset-ear" />
          <p className="handset-caller">{words.caller}</p>
          <p className="handset-number">{words.number}</p>
          <span className="handset-call">
            <Receiver />
          </span>
        </div>
      </figure>
    </>
  )
}
