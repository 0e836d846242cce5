import type { SiteContent } from '#contract/site-content.ts'

/** The bar that asks before a visitor is remembered. Without its script it stays hidden, and nobody is. */
export function ConsentBar({ words }: { words: SiteContent['adConsent'] }) {
  return (
    <section id="ad-choices" className="ad-choices" aria-label={words.label} hidden>
      <p className="ad-choices-ask">{words.text}</p>
      <p className="ad-choices-signal">{words.signal}</p>
      <div className="ad-choices-answers">
        <button type="button" value="refused">
          {words.decline}
        </button>
        <button type="button" value="granted">
          {words.accept}
        </button>
        <button type="button" value="close" className="ad-choices-close">
          {words.close}
        </button>
      </div>
    </section>
  )
}
