import type { SiteContent } from '#contract/site-content.ts'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import { BuildingPicture } from './building-picture.tsx'
import featureStyles from './features.css?inline'
import founderStyles from './founder.css?inline'
import { FounderSection } from './founder-section.tsx'
import heroStyles from './hero-picture.css?inline'
import { HeroPicture } from './hero-picture.tsx'
import homeStyles from './home.css?inline'
import { MentorshipPicture } from './mentorship-picture.tsx'
import { ResultsPicture } from './results-picture.tsx'

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
    { picture: <BuildingPicture />, words: home.building },
    { picture: <MentorshipPicture labels={home.mentorshipPicture} />, words: home.mentorship },
    { picture: <ResultsPicture />, words: home.results },
  ].filter(({ words }) => words.title !== '')
  return (
    <>
      <header className="wrap home-head">
        <Wordmark name={brand.name} />
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
          <HeroPicture words={home.picture} />
        </section>
        <section className="wrap features">
          <h2>{home.featuresTitle}</h2>
          <ul>
            {features.map(({ picture, words }) => (
              <li key={words.title}>
                {picture}
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
  script: 'lead',
  listed: true,
}
