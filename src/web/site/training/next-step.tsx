import type { TrainingContent } from '#contract/site-content-training.ts'

/** Where the application opens: in a dialog on the page, or in a new tab. */
export type ApplicationPlace = 'dialog' | 'tab'

/**
 * The place under the video: a quiet line, then the countdown card, then the apply button. All three share one
 * height, so nothing jumps when one takes over.
 */
export function NextStep(props: { words: TrainingContent; place: ApplicationPlace }) {
  const { next, application } = props.words
  const apply = (
    <>
      <a
        className="button apply-button"
        href={application.link || '#access'}
        {...(application.link && { target: '_blank', rel: 'noopener' })}
      >
        {application.button}
      </a>
      <p>{application.text}</p>
    </>
  )
  return (
    <section
      className="next"
      aria-label={next.countdown}
      data-place={props.place}
      data-application={application.link || undefined}
    >
      <p className="next-waiting" data-step="waiting">
        {next.waiting}
      </p>
      <div className="next-countdown" data-step="countdown" hidden>
        <div>
          <h2>{next.countdown}</h2>
          <p>{next.countdownText}</p>
        </div>
        <p className="clock" role="timer">
          14:15
        </p>
      </div>
      <div className="next-apply" data-step="apply" hidden>
        {apply}
      </div>
      <noscript>
        <div className="next-apply">{apply}</div>
      </noscript>
    </section>
  )
}
