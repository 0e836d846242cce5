import type { ReactNode } from 'react'
import type { MemeContent } from '#contract/site-content-landers.ts'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'
import drawingStyles from './drawings.css?inline'
import memeStyles from './meme.css?inline'
import { MemeDog } from './meme-dog.tsx'
import { MemePerson } from './meme-person.tsx'

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
    <main className={`meme meme-${look}`}>
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
          <svg viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
            <rect width="96" height="64" rx="6" />
            <path d="M40 20v24l20-12z" />
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
  script: 'lead',
  listed: true,
})
