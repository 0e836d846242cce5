import type { ReactNode } from 'react'
import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { BuilderWords } from '#contract/site-content-builder.ts'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import { Paragraphs } from '#web/site/page/paragraphs.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import afterPitchStyles from './after-pitch.css?inline'
import builderStyles from './builder.css?inline'
import { figuresOf, leftInWords, placesOf, withFigures } from './offer-figures.ts'
import priceStyles from './price-table.css?inline'
import { PriceTable } from './price-table.tsx'
import { SecureButton } from './secure-button.tsx'
import { buttonNote, sellingOf } from './selling.ts'

// More seats than this are a crowd, and the words alone say it better.
const DRAWN_AT_MOST = 12

/** Whether the page says how many spots are left. */
const tellsSpots = (words: BuilderWords): boolean => leftInWords(words) !== ''

/** How many spots are left and taken, in words and as seats; both come from the offer's inventory. */
function Spots({ words }: { words: BuilderWords }) {
  if (!tellsSpots(words)) return null
  const { places, taken } = placesOf(words.offer)
  const seats = Array.from({ length: places }, (_, seat) => seat < taken)
  return (
    <p className="spots">
      {places <= DRAWN_AT_MOST && (
        <span className="seats" aria-hidden="true">
          {seats.map((isTaken, seat) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: seats differ by their place alone.
            <i key={seat} className={isTaken ? 'is-taken' : undefined} />
          ))}
        </span>
      )}
      <strong>{leftInWords(words)}</strong> <span>{words.urgency.taken}</span>
    </p>
  )
}

const FRIDAY = 4

/** The program's days as a calendar, one row a week: the Fridays with their session, the last day live. */
function BuilderCalendar({ words, weeks }: { words: BuilderWords['calendar']; weeks: number }) {
  const days = Array.from({ length: weeks * 7 }, (_, day) => day + 1)
  return (
    <figure className="calendar">
      <div className="calendar-days" role="img" aria-label={words.label}>
        {words.weekdays
          .split(/\s+/)
          .slice(0, 7)
          .map((weekday) => (
            <span key={weekday} className="weekday">
              {weekday}
            </span>
          ))}
        {days.map((day) => {
          const isFriday = (day - 1) % 7 === FRIDAY
          const isLast = day === days.length
          return (
            <span key={day} className={isFriday ? 'day day-friday' : isLast ? 'day day-live' : 'day'}>
              <b>{day}</b>
              {isFriday && <i>{words.session}</i>}
              {isLast && <i>{words.end}</i>}
            </span>
          )
        })}
      </div>
      <figcaption>
        <span>{words.days}</span>
        <span>{words.fridays}</span>
        <span>{words.hours}</span>
      </figcaption>
    </figure>
  )
}

function Timeline({ words }: { words: BuilderWords }) {
  return (
    <section className="wrap timeline">
      <h2>{words.timelineTitle}</h2>
      <ol>
        {words.steps.map((step, index) => (
          <li key={step.title}>
            <p className="timeline-week">{fillPlaceholders(words.week, { n: index + 1 })}</p>
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

/** The price, and the regular one struck through; a screen reader, which does not tell the stroke, says which is which. */
function Price({ words }: { words: BuilderWords }) {
  const { price, regular } = figuresOf(words)
  return (
    <>
      <strong>
        <span className="unseen">{words.price.member} </span>
        {price}
      </strong>{' '}
      <s>
        <span className="unseen">{words.price.regular} </span>
        {regular}
      </s>
    </>
  )
}

/** The upsell page (docs/spec.md, 'The upsell'): a three-week live program for existing members, sold soberly. */
function BuilderPage({ content, isPreview }: { content: SiteContent; isPreview?: boolean }) {
  const words = withFigures(content.builder)
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
        <Wordmark brand={content.brand} href="/" />
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
              <Price words={words} /> <span>{words.price.discount}</span>
            </p>
            <SecureButton words={words} isPreview={isPreview} />
            {note && <p className="pitch-note">{note}</p>}
          </div>
          <BuilderCalendar words={words.calendar} weeks={words.steps.length} />
        </section>
        <div className="after-pitch">
          <Timeline words={words} />
          <PriceTable words={words} isPreview={isPreview} />
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
            <SecureButton words={words} isPreview={isPreview} />
            <p>
              <Price words={words} />
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
  styles: builderStyles + priceStyles + afterPitchStyles + leadDialogStyles,
  theme: 'light',
  dialog: waitingDialog,
  supportEmail: true,
  listed: false,
}
