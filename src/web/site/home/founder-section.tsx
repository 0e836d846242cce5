import type { SiteContent } from '#contract/site-content.ts'
import type { HomeContent } from '#contract/site-content-home.ts'
import { Paragraphs } from '#web/site/page/paragraphs.tsx'
import { SitePicture } from '#web/site/page/site-picture.tsx'

/** Who teaches: the proof as figures, not as badges. */
export function FounderSection(props: { brand: SiteContent['brand']; founder: HomeContent['founder'] }) {
  const { brand, founder } = props
  return (
    <section className="founder" data-theme="dark">
      <div className="wrap founder-grid">
        <div className="founder-portrait" data-field="brand.portrait.src">
          {brand.portrait.src ? (
            <SitePicture
              picture={brand.portrait}
              width={480}
              height={600}
              sizes="(min-width: 50em) 33vw, 100vw"
              isLazy
            />
          ) : (
            <svg viewBox="0 0 480 560" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
              <rect className="portrait-ground" width="480" height="560" />
              <path className="portrait-line" d="M-20 452h150c92 0 74-300 172-300h198" />
              <circle className="portrait-dot" cx="404" cy="152" r="17" />
              <path className="portrait-body" d="M74 580c0-122 70-190 166-190s166 68 166 190z" />
              <circle className="portrait-body" cx="240" cy="262" r="88" />
            </svg>
          )}
        </div>
        <div className="founder-words">
          <h2>{founder.title}</h2>
          <Paragraphs text={founder.bio} className="founder-bio" />
          {founder.figures.length > 0 && (
            <dl className="figures">
              {founder.figures.map(({ figure, label }) => (
                <div key={`${figure} ${label}`}>
                  <dt>{label}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          )}
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
