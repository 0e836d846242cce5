import type { SiteContent } from '#contract/site-content.ts'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import receivedStyles from './received.css?inline'
import thankYouStyles from './thank-you.css?inline'

/** /thankyoucallc: the application is in, and how it goes on from here. */
function ReceivedPage({ content }: { content: SiteContent }) {
  const { thankyoucallc: words, brand } = content
  return (
    <>
      <header className="wrap thanks-head">
        <Wordmark brand={brand} href="/" />
      </header>
      <main className="wrap thanks received">
        <h1>{words.headline}</h1>
        <p className="thanks-text">{words.text}</p>
        <ol className="way way-across">
          {words.stages.map(({ title, text }, index) => (
            <li key={title} className={index === 0 ? 'way-done' : undefined}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <section className="check">
          <svg viewBox="0 0 120 64" width="120" height="64" aria-hidden="true">
            <rect className="check-mail" x="2" y="14" width="62" height="44" rx="6" />
            <path className="check-mail" d="M3 19l30 22 30-22" />
            <path
              className="check-text"
              d="M76 4h36a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H94l-9 9v-9h-9a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6z"
            />
            <path className="check-lines" d="M80 14h26M80 23h17" />
          </svg>
          <div>
            <h2>{words.check}</h2>
            <p>{words.checkText}</p>
          </div>
        </section>
      </main>
    </>
  )
}

/** `/thankyoucallc` */
export const receivedPage: PublicPage = {
  body: ReceivedPage,
  styles: thankYouStyles + receivedStyles,
  theme: 'light',
  script: 'arrival',
  listed: false,
}
