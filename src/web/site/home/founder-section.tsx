import type { SiteContent } from '#contract/site-content.ts'
import type { HomeContent } from '#contract/site-content-home.ts'
import { Paragraphs } from '#web/site/page/paragraphs.tsx'

/** The first letters of the first two words of a name. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')

/** Who teaches: the proof as figures, not as badges. */
export function FounderSection(props: { brand: SiteContent['brand']; founder: HomeContent['founder'] }) {
  const { brand, founder } = props
  return (
    <section className="founder" data-theme="dark">
      <div className="wrap founder-grid">
        <div className="founder-portrait">
          {brand.portrait.src ? (
            <img src={brand.portrait.src} alt={brand.portrait.alt} width="480" height="600" loading="lazy" />
          ) : (
            <svg viewBox="0 0 480 600" role="img" aria-label={brand.coach}>
              <rect className="portrait-ground" width="480" height="600" />
              <path className="portrait-line" d="M-10 470h120c110 0 90-330 210-330h170" />
              <circle className="portrait-dot" cx="400" cy="140" r="26" />
              <text x="40" y="560">
                {initials(brand.coach)}
              </text>
            </svg>
          )}
        </div>
        <div className="founder-words">
          <h2>{founder.title}</h2>
          <p className="founder-name">{brand.coach}</p>
          <Paragraphs text={founder.bio} className="founder-bio" />
          <dl className="figures">
            {founder.figures.map(({ figure, label }) => (
              <div key={`${figure} ${label}`}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
          {founder.companies.length > 0 && (
            <ul className="companies">
              {founder.companies.map(({ name, note }) => (
                <li key={name}>
                  <strong>{name}</strong> {note}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}
