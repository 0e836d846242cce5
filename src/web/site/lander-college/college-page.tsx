import type { SiteContent } from '#contract/site-content.ts'
import kalam from '#web/design/fonts/kalam-latin.woff2?url'
import noteFace from '#web/design/note-face.css?inline'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import collegeStyles from './college.css?inline'

/** On the board beside the note: what is said becomes an app, and the app earns. Only wide windows show it. */
function ChalkDrawing() {
  return (
    <svg className="chalk" viewBox="0 0 440 530" aria-hidden="true">
      <filter id="chalk">
        <feTurbulence baseFrequency="0.7" numOctaves="2" />
        <feDisplacementMap in="SourceGraphic" scale="4" />
      </filter>
      <g filter="url(#chalk)">
        <path d="M24 24h184a20 20 0 0 1 20 20v62a20 20 0 0 1-20 20H98l-36 32 3-32H24a20 20 0 0 1-20-20V44a20 20 0 0 1 20-20zM32 58h156M32 88h92" />
        <path d="M262 150h146a26 26 0 0 1 26 26v250a26 26 0 0 1-26 26H262a26 26 0 0 1-26-26V176a26 26 0 0 1 26-26zM318 172h34M264 208h142v78H264zM276 272l38-42 30 28 22-18 34 32M264 316h110M264 342h66M264 380h142v42H264zM278 416l32-30M316 416l32-30M354 416l32-30" />
        <path d="M22 450a62 62 0 1 0 124 0 62 62 0 1 0-124 0M104 430c-6-12-38-12-40 6s42 12 42 30-36 16-44 2M84 410v82M154 400c28 26 28 76-2 102" />
        <path d="M26 364L12 342M84 366v-30M140 366l14-22" />
        <g className="chalk-way">
          <path d="M146 160c6 50 26 72 68 78M196 218l22 20-26 14" />
          <path d="M282 470c-16 22-36 32-78 30M222 482l-20 18 24 16" />
        </g>
      </g>
    </svg>
  )
}

/** The college lander: a page torn from a pad and passed along the row. */
function CollegePage({ content: { landerCollege: words } }: { content: SiteContent }) {
  return (
    <main className="wrap lecture">
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
      <ChalkDrawing />
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
