import type { ReactNode } from 'react'
import type { MemeContent } from '#contract/site-content-landers.ts'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'
import drawingStyles from './drawings.css?inline'
import memeStyles from './meme.css?inline'

/** The meme's one actor: waves something away, or points at the better idea. */
function MemePerson({ mood }: { mood: 'no' | 'yes' }) {
  return (
    <svg className="person" viewBox="0 0 300 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect className={mood === 'no' ? 'ground-no' : 'ground-yes'} width="300" height="300" />
      <path className="jumper" d="M72 306c0-72 28-116 92-116s94 44 94 116z" />
      <g transform={mood === 'no' ? 'rotate(-7 165 200)' : 'rotate(6 165 200)'}>
        <path className="skin" d="M103 122c0-44 26-68 62-68s62 24 62 68c0 46-26 80-62 80s-62-34-62-80z" />
        <path
          className="hair"
          d="M98 118c-6-52 28-82 72-80 46 2 68 34 62 78-16-8-22-22-24-34-22 14-62 16-82 6-4 14-14 26-28 30z"
        />
        {mood === 'no' ? (
          <>
            <path
              className="line"
              d="M124 134c8 7 19 7 26 0M176 130c8 7 19 7 26 0M120 112l30 8M178 116l28-12"
            />
            <path className="line" d="M142 174c8-9 14 4 22-3s14 3 22-4" />
          </>
        ) : (
          <>
            <path
              className="shades"
              d="M112 116h42v10c0 14-8 22-20 22s-22-8-22-22zM174 116h42v10c0 14-8 22-20 22s-22-8-22-22z"
            />
            <path className="line" d="M108 117h112" />
            <path className="grin" d="M136 166c12 5 42 5 56-2-4 22-16 30-28 30s-24-8-28-28z" />
          </>
        )}
      </g>
      {mood === 'no' ? (
        <g className="hand" transform="translate(22 120) rotate(-10)">
          <path d="M12 60V20a8.5 8.5 0 0 1 17 0V10a8.5 8.5 0 0 1 17 0v6a8.5 8.5 0 0 1 17 0v14a8.5 8.5 0 0 1 17 0v58c0 26-14 42-36 42-20 0-30-10-38-28L-6 74c-6-12 8-20 16-10z" />
          <path d="M29 22v32M46 18v34M63 30v26" />
        </g>
      ) : (
        <g className="hand" transform="translate(206 150)">
          <path d="M0 40c0-16 12-26 26-26h54a10.5 10.5 0 0 1 0 21H50c8 0 12 5 12 11s-4 10-9 10c5 1 8 5 8 10s-4 10-10 10c4 2 5 5 5 8 0 6-5 10-12 10H26C10 94 0 84 0 68z" />
          <path d="M50 35H34M53 56H36M51 76H36" />
        </g>
      )}
    </svg>
  )
}

/** A dog with glasses at a laptop, quite sure of itself. */
function MemeDog() {
  return (
    <svg className="dog" viewBox="0 0 600 520" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className="dog-wall" width="600" height="520" />
      <path className="dog-fur" d="M150 520c0-120 50-180 150-180s150 60 150 180z" />
      <path className="dog-ear" d="M190 120c-52-30-98 4-100 70-2 58 22 96 54 88 30-8 40-60 56-104z" />
      <path className="dog-ear" d="M410 120c52-30 98 4 100 70 2 58-22 96-54 88-30-8-40-60-56-104z" />
      <path
        className="dog-fur"
        d="M174 204c0-92 50-136 126-136s126 44 126 136c0 98-48 158-126 158s-126-60-126-158z"
      />
      <path
        className="dog-patch"
        d="M300 69c76 0 126 44 126 135 0 20-2 38-6 54-40 4-76-24-84-70-6-38-14-86-36-119z"
      />
      <path className="dog-muzzle" d="M224 270c0-40 32-62 76-62s76 22 76 62c0 46-32 78-76 78s-76-32-76-78z" />
      <path className="dog-nose" d="M270 236c0-14 14-20 30-20s30 6 30 20-16 26-30 26-30-12-30-26z" />
      <path className="dog-line" d="M300 262v26M254 284c10 20 36 20 46 4 10 16 36 16 46-4" />
      <path className="dog-tongue" d="M284 300c8 4 24 4 32 0v22c0 12-6 20-16 20s-16-8-16-20z" />
      <circle className="dog-glass" cx="244" cy="186" r="38" />
      <circle className="dog-glass" cx="356" cy="186" r="38" />
      <path className="dog-line" d="M282 180c10-8 26-8 36 0M206 178l-34-12M394 178l34-12" />
      <circle className="dog-eye" cx="250" cy="192" r="11" />
      <circle className="dog-eye" cx="350" cy="192" r="11" />
      <path className="dog-line" d="M222 128c10-10 26-12 38-4M378 122c-10-12-26-14-38-8" />
      <path className="dog-desk" d="M-10 484h620v46H-10z" />
      <path className="dog-laptop" d="M164 366c0-10 6-16 16-16h240c10 0 16 6 16 16v118H164z" />
      <path className="dog-mark" d="M272 432c20 0 16-30 40-30h10" />
      <circle className="dog-mark-end" cx="334" cy="402" r="9" />
      <path
        className="dog-paw"
        d="M146 476c0-26 16-40 36-40s36 14 36 40c0 8-4 12-12 12h-48c-8 0-12-4-12-12zM382 476c0-26 16-40 36-40s36 14 36 40c0 8-4 12-12 12h-48c-8 0-12-4-12-12z"
      />
      <path className="dog-line" d="M172 470v16M192 470v16M408 470v16M428 470v16" />
    </svg>
  )
}

/** The drawn meme of `/meme`: waved away on top, pointed at below. */
const choiceMeme = (words: MemeContent): ReactNode => (
  <span className="choice" aria-hidden="true">
    <MemePerson mood="no" />
    <span className="choice-words">{words.first}</span>
    <MemePerson mood="yes" />
    <span className="choice-words">{words.second}</span>
  </span>
)

/** The drawn meme of `/meme2`: one picture, a line above and a line below. */
const dogMeme = (words: MemeContent): ReactNode => (
  <span className="captioned" aria-hidden="true">
    <span className="caption">{words.first}</span>
    <MemeDog />
    <span className="caption">{words.second}</span>
  </span>
)

/** A meme page: the picture, the video's thumbnail and the button all open the one dialog. */
function MemePage(props: { words: MemeContent; drawn: ReactNode; look: 'choice' | 'dog' }) {
  const { words, drawn, look } = props
  return (
    <main className={`wrap meme meme-${look}`}>
      <h1>{words.headline}</h1>
      <a className="meme-picture" href="#access">
        <span className="unseen">{words.picture.alt}</span>
        {words.picture.src ? (
          <SitePicture
            picture={{ ...words.picture, alt: '' }}
            width={600}
            height={600}
            sizes="(min-width: 40em) 37.5em, 100vw"
          />
        ) : (
          drawn
        )}
      </a>
      <div className="meme-words">
        <p className="meme-text">{words.text}</p>
        {words.proof && <p className="meme-proof">{words.proof}</p>}
        <a className="meme-video" href="#access">
          <svg viewBox="0 0 112 64" width="112" height="64" aria-hidden="true">
            <rect x="2" y="2" width="108" height="60" rx="6" />
            <path className="meme-way" d="M2 52h22c18 0 14-24 32-24s14-14 30-14h24" />
            <circle className="meme-end" cx="92" cy="14" r="5" />
            <circle cx="56" cy="32" r="15" />
            <path className="meme-play" d="M51.5 24.5v15l12-7.5z" />
          </svg>
          <span>
            {words.video} <small>{words.length}</small>
          </span>
        </a>
        <p className="meme-act">
          <a className="button" href="#access">
            {words.action}
          </a>
        </p>
      </div>
    </main>
  )
}

const drawings = { choice: choiceMeme, dog: dogMeme }

/** A meme page by the name of its words and its drawing. */
export const memePage = (name: 'meme' | 'meme2', look: keyof typeof drawings): PublicPage => ({
  body: ({ content }) => <MemePage words={content[name]} drawn={drawings[look](content[name])} look={look} />,
  styles: leadDialogStyles + memeStyles + drawingStyles,
  theme: 'light',
  hasOwnColours: true,
  listed: true,
})
