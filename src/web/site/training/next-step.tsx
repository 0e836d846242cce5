import type { MouseEvent } from 'react'
import type { TrainingContent } from '#contract/site-content-training.ts'
import { clockText } from './unlock-rule.ts'
import type { NextTurn } from './use-unlock.ts'

/** Where the application opens: in a dialog on the page, or in a new tab. */
export type ApplicationPlace = 'dialog' | 'tab'

/**
 * The place under the video: a quiet line, then the countdown card, then the apply button. All three share one
 * height, so nothing jumps when one takes over.
 */
export function NextStep(props: {
  words: Pick<TrainingContent, 'next' | 'application'>
  turn: NextTurn
  /** The application form: elsewhere with everything known filled in, or our own page. */
  address: string
  opensTab: boolean
  onApply?(event: MouseEvent<HTMLAnchorElement>): void
}) {
  const { turn, address, opensTab, onApply } = props
  const { next, application } = props.words
  const apply = (
    <>
      <a
        className="button apply-button"
        href={address}
        onClick={onApply}
        {...(opensTab && { target: '_blank', rel: 'noopener' })}
      >
        {application.button}
      </a>
      <p>{application.text}</p>
    </>
  )
  return (
    <section className="next" aria-label={next.countdown}>
      {turn.step === 'waiting' && <p className="next-waiting">{next.waiting}</p>}
      {turn.step === 'countdown' && (
        <div className="next-countdown">
          <div>
            <h2>{next.countdown}</h2>
            <p>{next.countdownText}</p>
          </div>
          <p className="clock" role="timer">
            {clockText(turn.left)}
          </p>
        </div>
      )}
      {turn.step === 'apply' && <div className="next-apply">{apply}</div>}
      <noscript>
        <div className="next-apply">{apply}</div>
      </noscript>
    </section>
  )
}
