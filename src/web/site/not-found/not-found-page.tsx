import type { SiteContent } from '#contract/site-content.ts'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import notFoundStyles from './not-found.css?inline'

/** The page for unknown addresses: the line simply ends, and there is a way home. */
function NotFoundPage({ content }: { content: SiteContent }) {
  const words = content.notFound
  return (
    <>
      <header className="wrap lost-head">
        <Wordmark brand={content.brand} href="/" />
      </header>
      <main className="wrap lost">
        <svg viewBox="0 0 480 120" aria-hidden="true">
          <circle cx="14" cy="92" r="9" />
          <path d="M24 92h120c60 0 56-62 116-62h48" />
          <path className="lost-end" d="M330 30h14m20 0h10m20 0h6m20 0h2" />
        </svg>
        <h1>{words.title}</h1>
        <p className="lost-text">{words.text}</p>
        <p className="lost-hint">{words.hint}</p>
        <a className="button" href="/">
          {words.button}
        </a>
      </main>
    </>
  )
}

/** The page for every address that is none. */
export const notFoundPage: PublicPage = {
  body: NotFoundPage,
  styles: notFoundStyles,
  theme: 'light',
  listed: false,
  isUnlisted: true,
}
