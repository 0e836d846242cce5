import type { SiteContent } from '#contract/site-content.ts'
import jetbrainsMono from '#web/design/fonts/jetbrains-mono-latin.woff2?url'
import terminalFace from '#web/design/terminal-face.css?inline'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import hackStyles from './hack.css?inline'

/** The hack lander: a terminal that smiles. */
function HackPage({ content: { landerHack: words } }: { content: SiteContent }) {
  return (
    <main className="wrap hack">
      <div className="hack-words">
        <h1>{words.headline}</h1>
        <p className="hack-text">{words.text}</p>
      </div>
      <section className="terminal" aria-label={words.prompt}>
        <svg className="smile" viewBox="31 14 158 101" aria-hidden="true">
          <rect x="52" y="14" width="22" height="34" rx="4" />
          <rect className="wink" x="146" y="14" width="22" height="34" rx="4" />
          <path d="M38 70c10 30 40 38 72 38s62-8 72-38" />
        </svg>
        <ol>
          <li className="typed">{words.prompt}</li>
          {words.answers.map((answer) => (
            <li key={answer}>{answer}</li>
          ))}
          <li className="last">{words.smile}</li>
        </ol>
      </section>
      <div className="hack-act">
        <a className="button" href="#access">
          {words.action}
        </a>
        <p>{words.actionNote}</p>
        {words.proof && <p className="hack-proof">{words.proof}</p>}
      </div>
    </main>
  )
}

/** `/lander-hack` */
export const hackPage: PublicPage = {
  body: HackPage,
  styles: terminalFace + leadDialogStyles + hackStyles,
  preload: [jetbrainsMono],
  theme: 'light',
  hasOwnColours: true,
  listed: true,
}
