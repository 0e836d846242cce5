import type { HomeContent } from '#contract/site-content-home.ts'

/** A sentence becomes an app becomes a payment: the offer in one picture. */
export function HeroPicture({ words }: { words: HomeContent['picture'] }) {
  const [first, ...others] = words.times
  return (
    <figure className="scene" data-field="home.hero.src" role="img" aria-label={words.description}>
      <svg className="scene-line" viewBox="0 0 520 480" aria-hidden="true">
        <path d="M92 100v66c0 34 18 50 52 50h112" />
        <path d="M244 330H150c-24 0-36 12-36 34v50" />
      </svg>
      <div className="scene-ask" aria-hidden="true">
        <p>
          {words.sentence}
          <span className="scene-caret" />
        </p>
        <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
          <circle cx="16" cy="16" r="16" />
          <path d="M16 22.5V10m-5.5 5L16 9.5l5.5 5.5" />
        </svg>
      </div>
      <div className="scene-app" aria-hidden="true">
        <p className="scene-app-name">{words.app}</p>
        <div className="scene-days">
          {[11, 12, 13, 14, 15].map((day) => (
            <span key={day} className={day === 13 ? 'is-day' : undefined}>
              {day}
            </span>
          ))}
        </div>
        <p className="scene-offer">{words.offer}</p>
        <div className="scene-times">
          {first && <span>{first}</span>}
          {others.map((time, index) => (
            <span key={time} className={index === 0 ? 'is-chosen' : undefined}>
              {time}
            </span>
          ))}
        </div>
        <p className="scene-book">{words.book}</p>
      </div>
      <div className="scene-receipt" aria-hidden="true">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <circle cx="12" cy="12" r="11.5" />
          <path d="M7 12.5l3.3 3.3L17 9" />
        </svg>
        <p>
          {words.receipt}
          <strong>{words.amount}</strong>
        </p>
      </div>
    </figure>
  )
}
