import type { ReactNode } from 'react'
import { inWords } from '#contract/in-words.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { BuilderWords } from '#contract/site-content-builder.ts'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import { Paragraphs } from '#web/site/page/paragraphs.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import builderStyles from './builder.css?inline'
import { BuilderCalendar } from './builder-calendar.tsx'
import builderRestStyles from './builder-rest.css?inline'
import { figuresOf, withFigures } from './offer-figures.ts'
import priceStyles from './price-table.css?inline'
import { PriceTable } from './price-table.tsx'
import { buttonNote, SecureButton, sellingOf } from './secure-button.tsx'
import { Spots, tellsSpots } from './spots.tsx'

function Timeline({ words }: { words: BuilderWords }) {
  return (
    <section className="wrap timeline">
      <h2>{words.timelineTitle}</h2>
      <ol>
        {words.steps.map((step, index) => (
          <li key={step.title}>
            <p className="timeline-week">{inWords(words.week, { n: index + 1 })}</p>
            <h3>{step.title}</h3>
            <p className="timeline-session">{step.session}</p>
            <p className="timeline-result">
              <span>{words.result}</span> {step.result}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Points(props: { title: string; points: string[]; look: string; children?: ReactNode }) {
  const { title, points, look } = props
  if (points.length === 0) return null
  return (
    <div className={look}>
      <h2>{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {props.children}
    </div>
  )
}

/** The upsell page (docs/spec.md, 'The upsell'): a three-week live program for existing members, sold soberly. */
function BuilderPage({ content }: { content: SiteContent }) {
  const words = withFigures(content.builder)
  const figures = figuresOf(content.builder)
  const isFull = sellingOf(words) === 'full'
  const note = buttonNote(words)
  return (
    <>
      {tellsSpots(words) && (
        <aside className="urgency" aria-label={words.members}>
          <div className="wrap">
            <Spots words={words} />
            <p className="urgency-why">{words.urgency.why}</p>
          </div>
        </aside>
      )}
      <header className="wrap builder-head">
        <Wordmark name={content.brand.name} href="/" />
        <p className="members">{words.members}</p>
      </header>
      <main className="builder">
        <section id="on-the-list" className="wrap listed">
          <h2>{words.listedTitle}</h2>
          <p>{words.listed}</p>
        </section>
        <section className="wrap pitch">
          <div>
            <h1>{words.headline}</h1>
            <div className="pitch-intro">
              {isFull ? (
                <>
                  <h2>{words.full.title}</h2>
                  <Paragraphs text={words.full.text} />
                </>
              ) : (
                <Paragraphs text={words.intro} />
              )}
            </div>
            <p className="pitch-price">
              <strong>{figures.price}</strong> <s>{figures.regular}</s> <span>{words.price.discount}</span>
            </p>
            <SecureButton words={words} />
            {note && <p className="pitch-note">{note}</p>}
          </div>
          <BuilderCalendar words={words.calendar} weeks={words.steps.length} />
        </section>
        <div className="after-pitch">
          <Timeline words={words} />
          <PriceTable words={words} />
          <section className="wrap points">
            <Points title={words.includedTitle} points={words.included} look="points-yes" />
            <Points title={words.fitTitle} points={words.fit} look="points-yes" />
            <Points title={words.unfitTitle} points={words.unfit} look="points-no">
              <a className="points-portal" href="/trainingportal">
                {words.portalLink}
              </a>
            </Points>
          </section>
          <section className="wrap closing">
            <h2>{words.closing}</h2>
            <Spots words={words} />
          </section>
          <div className="wrap within-reach">
            <SecureButton words={words} />
            <p>
              <strong>{figures.price}</strong> <s>{figures.regular}</s>
            </p>
          </div>
        </div>
      </main>
    </>
  )
}

/** The words of the lead dialog while there is nothing to buy; undefined while there is. */
function waitingDialog({ builder }: SiteContent): BuilderWords['full']['dialog'] | undefined {
  const words = withFigures(builder)
  return { full: words.full.dialog, opening: words.opening.dialog, checkout: undefined }[sellingOf(words)]
}

/** `/builder` */
export const builderPage: PublicPage = {
  body: BuilderPage,
  styles: builderStyles + priceStyles + builderRestStyles + leadDialogStyles,
  theme: 'light',
  script: 'builder',
  dialog: waitingDialog,
  supportEmail: true,
  listed: false,
}
