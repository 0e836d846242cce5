import type { SiteContent } from '#contract/site-content.ts'
import kalam from '#web/design/fonts/kalam-latin.woff2?url'
import noteFace from '#web/design/note-face.css?inline'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import collegeStyles from './college.css?inline'

/** The college lander: a page torn from a pad and passed along the row. */
function CollegePage({ content: { landerCollege: words } }: { content: SiteContent }) {
  return (
    <main className="lecture">
      <article className="note">
        <svg className="note-tear" viewBox="0 0 600 22" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 22V9l16 5 14-8 22 9 18-11 24 8 20-7 26 10 18-9 22 6 26-10 20 9 22-6 24 9 16-9 26 7 22-9 20 11 26-8 18 7 24-10 22 8 20-7 24 9 20-8 26 8 24-7 18 8 22-9V22z" />
        </svg>
        <p className="scribble" aria-hidden="true">
          {words.scribble}
          <svg className="pen" viewBox="0 0 60 44" width="60" height="44" aria-hidden="true">
            <path d="M54 4C40 2 18 8 8 34M4 22l4 13 13-5" />
          </svg>
        </p>
        <h1>
          {words.headline}
          <svg className="pen underline" viewBox="0 0 300 16" preserveAspectRatio="none" aria-hidden="true">
            <path d="M4 10c60-8 130-8 190-4s70 0 102-2M30 14c70-4 150-5 230-3" />
          </svg>
        </h1>
        <p className="note-text">{words.text}</p>
        <ul>
          {words.bullets.map((bullet) => (
            <li key={bullet}>
              <svg className="pen note-tick" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
                <path d="M5 15c3 2 5 5 7 9C15 15 19 8 25 4" />
              </svg>
              {bullet}
            </li>
          ))}
        </ul>
        <a className="button" href="#access">
          {words.action}
        </a>
        <p className="note-aside">{words.actionNote}</p>
        <p className="note-signed">
          {words.signature}
          {words.proof && <small>{words.proof}</small>}
        </p>
      </article>
    </main>
  )
}

/** `/lander-college` */
export const collegePage: PublicPage = {
  body: CollegePage,
  styles: noteFace + leadDialogStyles + collegeStyles,
  preload: [kalam],
  theme: 'light',
  hasOwnColours: true,
  listed: true,
}
