import type { SiteContent } from '#contract/site-content.ts'
import type { TwoStepsWords } from '#contract/site-content-thank-you.ts'
import { Receiver } from './call-card.tsx'
import { useReportedCall } from './use-call.ts'

/** What /qualified says of the call, and what it says where none will come. */
export type QualifiedCallProps = {
  words: SiteContent['qualified']
  none: TwoStepsWords['call']['none']
  isPreview?: boolean
}

/** The AI voice agent is calling, and how the call gets through; or, where no call can come, the way to book. */
export function QualifiedCall({ words, none, isPreview = false }: QualifiedCallProps) {
  const call = useReportedCall(isPreview)
  if (call?.kind === 'not-called')
    return (
      <div className="ringing-words">
        <h1>{none.title}</h1>
        <p className="thanks-text">{none[call.reason]}</p>
        <p className="ringing-instead">
          <a className="button" href="/bookstrategy">
            {none.button}
          </a>
        </p>
      </div>
    )
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
