import type { SiteContent } from '#contract/site-content.ts'
import type { HomeContent } from '#contract/site-content-home.ts'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import featureStyles from './features.css?inline'
import founderStyles from './founder-section.css?inline'
import { FounderSection } from './founder-section.tsx'
import heroStyles from './hero-picture.css?inline'
import { HeroPicture } from './hero-picture.tsx'
import homeStyles from './home.css?inline'

const heights = [1, 1, 2, 2, 3, 4, 5, 6, 7]
const columns = heights.map((height, column) =>
  Array.from({ length: 7 }, (_, row) => ({ x: 40 + column * 30, y: 172 - row * 24, reached: row < height })),
)

/** People, one dot each, column by column: few at first, then many. */
function ResultsPicture() {
  return (
    <svg className="small-picture" viewBox="0 0 320 200" aria-hidden="true">
      {columns.map((dots, column) =>
        dots.map(({ x, y, reached }) => (
          <circle
            key={`${x} ${y}`}
            className={reached ? (column === heights.length - 1 ? 'accent-fill' : 'ink-fill') : 'faint-fill'}
            cx={x}
            cy={y}
            r={reached ? 8 : 2}
          />
        )),
      )}
    </svg>
  )
}

/** Two pointers on one screen: yours, and the coach's with a note on exactly the right spot. */
function MentorshipPicture({ labels }: { labels: HomeContent['mentorshipPicture'] }) {
  return (
    <svg className="small-picture" viewBox="0 0 320 200" aria-hidden="true">
      <rect className="sheet" x="24" y="24" width="272" height="152" rx="10" />
      <path className="hair" d="M24 48h272M112 48v128" />
      <g className="soft">
        <rect x="38" y="62" width="60" height="9" rx="4.5" />
        <rect x="38" y="80" width="46" height="9" rx="4.5" />
        <rect x="38" y="98" width="54" height="9" rx="4.5" />
      </g>
      <path className="thread" d="M128 148l30-20 26 8 34-34 30 6" />
      <circle className="accent-fill" cx="218" cy="102" r="6" />
      <g transform="translate(222 108)">
        <path className="pointer accent-fill" d="M0 0l5.5 17 4-7 7-3.5z" />
        <rect className="accent-fill" x="-8" y="21" width="82" height="24" rx="6" />
        <text className="on-accent" x="33" y="37" textAnchor="middle">
          {labels.note}
        </text>
      </g>
      <g transform="translate(142 68)">
        <path className="pointer ink-fill" d="M0 0l5.5 17 4-7 7-3.5z" />
        <rect className="ink-fill" x="16" y="14" width="38" height="22" rx="6" />
        <text className="on-ink" x="35" y="29" textAnchor="middle">
          {labels.you}
        </text>
      </g>
    </svg>
  )
}

/** Words on the left gather into a window on the right. */
function BuildingPicture() {
  return (
    <svg className="small-picture" viewBox="0 0 320 200" aria-hidden="true">
      <g className="ink-fill">
        <rect x="20" y="62" width="58" height="8" rx="4" />
        <rect x="20" y="82" width="82" height="8" rx="4" />
        <rect x="20" y="102" width="44" height="8" rx="4" />
        <rect x="20" y="122" width="66" height="8" rx="4" />
      </g>
      <path
        className="thread"
        d="M88 66c26 0 30-20 62-20M112 86c16 0 18-2 38-2M74 106c36 0 42 14 76 14M96 126c22 0 24 30 54 30"
      />
      <rect className="sheet" x="150" y="24" width="150" height="152" rx="10" />
      <path className="hair" d="M150 48h150" />
      <g className="ink-fill">
        <circle cx="164" cy="36" r="3" />
        <circle cx="175" cy="36" r="3" />
        <circle cx="186" cy="36" r="3" />
      </g>
      <rect className="soft" x="164" y="60" width="122" height="46" rx="6" />
      <circle className="accent-fill" cx="184" cy="83" r="10" />
      <path className="thread" d="M204 78h62M204 89h40" />
      <rect className="soft" x="164" y="116" width="56" height="18" rx="5" />
      <rect className="soft" x="230" y="116" width="56" height="18" rx="5" />
      <rect className="accent-fill" x="164" y="146" width="122" height="18" rx="6" />
    </svg>
  )
}

// Without a word or a picture of the coach there is nobody to introduce.
const hasFounder = ({ brand, home: { founder } }: SiteContent): boolean =>
  brand.portrait.src !== '' ||
  founder.bio !== '' ||
  founder.figures.length > 0 ||
  founder.companies.length > 0

/** The home page: what this is, three features, who teaches, and the one action. */
function HomePage({ content }: { content: SiteContent }) {
  const { home, brand } = content
  const features = [
    { name: 'building', drawn: <BuildingPicture />, words: home.building },
    {
      name: 'mentorship',
      drawn: <MentorshipPicture labels={home.mentorshipPicture} />,
      words: home.mentorship,
    },
    { name: 'results', drawn: <ResultsPicture />, words: home.results },
  ].filter(({ words }) => words.title !== '')
  return (
    <>
      <header className="wrap home-head">
        <Wordmark brand={brand} />
      </header>
      <main>
        <section className="wrap hero">
          <div className="hero-words">
            <h1>{home.headline}</h1>
            <p className="hero-intro">{home.intro}</p>
            <div className="hero-act">
              <a className="button" href="#access">
                {home.action}
              </a>
              <p className="hero-note">{home.actionNote}</p>
            </div>
            {home.proof && <p className="hero-proof">{home.proof}</p>}
          </div>
          {home.hero.src ? (
            <figure className="hero-photo" data-field="home.hero.src">
              <SitePicture
                picture={home.hero}
                width={1040}
                height={960}
                sizes="(min-width: 64em) 35rem, 100vw"
              />
            </figure>
          ) : (
            <HeroPicture words={home.picture} />
          )}
        </section>
        <section className="wrap features">
          <h2>{home.featuresTitle}</h2>
          <ul>
            {features.map(({ name, drawn, words }) => (
              <li key={words.title}>
                <div className="feature-picture" data-field={`home.${name}.picture.src`}>
                  {words.picture.src ? (
                    <SitePicture
                      picture={words.picture}
                      width={480}
                      height={300}
                      sizes="(min-width: 48em) 24rem, 100vw"
                      isLazy
                    />
                  ) : (
                    drawn
                  )}
                </div>
                <h3>{words.title}</h3>
                <p>{words.text}</p>
              </li>
            ))}
          </ul>
        </section>
        {hasFounder(content) && <FounderSection brand={brand} founder={home.founder} />}
        <section className="wrap closing">
          <h2>{home.closing.title}</h2>
          <div>
            <p className="closing-text">{home.closing.text}</p>
            <a className="button" href="#access">
              {home.action}
            </a>
          </div>
        </section>
      </main>
    </>
  )
}

/** `/` */
export const homePage: PublicPage = {
  body: HomePage,
  styles: homeStyles + heroStyles + featureStyles + founderStyles + leadDialogStyles,
  theme: 'light',
  listed: true,
}
