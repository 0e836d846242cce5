import type { SiteContent } from '#contract/site-content.ts'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import { Receiver } from './call-card.tsx'
import qualifiedStyles from './qualified.css?inline'
import thankYouStyles from './thank-you.css?inline'

/** /qualified: the AI voice agent is calling; what to do so that the call gets through. */
function QualifiedPage({ content }: { content: SiteContent }) {
  const { qualified: words, brand } = content
  return (
    <>
      <header className="wrap thanks-head">
        <Wordmark name={brand.name} href="/" />
      </header>
      <main className="wrap thanks ringing">
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
      </main>
    </>
  )
}

/** `/qualified` */
export const qualifiedPage: PublicPage = {
  body: QualifiedPage,
  styles: thankYouStyles + qualifiedStyles,
  theme: 'light',
  script: 'thank-you',
  listed: false,
}
