import type { SiteContent } from '#contract/site-content.ts'
import type { LegalContent } from '#contract/site-content-legal.ts'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import legalStyles from './legal.css?inline'

/** A legal page: plain reading matter, one column. A paragraph that starts with `# ` is a heading. */
function LegalPage(props: { content: SiteContent; words: LegalContent }) {
  const parts = props.words.text.split(/\n+/).filter((part) => part.trim() !== '')
  return (
    <>
      <header className="wrap legal-head">
        <Wordmark brand={props.content.brand} href="/" />
      </header>
      <main className="wrap legal">
        <h1>{props.words.title}</h1>
        <p className="legal-updated">{props.words.updated}</p>
        {parts.map((part) =>
          part.startsWith('# ') ? <h2 key={part}>{part.slice(2)}</h2> : <p key={part}>{part}</p>,
        )}
      </main>
    </>
  )
}

/** A legal page by the name of its words. */
export const legalPage = (name: 'terms' | 'privacy'): PublicPage => ({
  body: ({ content }) => <LegalPage content={content} words={content[name]} />,
  styles: legalStyles,
  theme: 'light',
  listed: true,
})
