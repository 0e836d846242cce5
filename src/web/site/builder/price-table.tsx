import type { BuilderWords } from '#contract/site-content-builder.ts'
import { Paragraphs } from '#web/site/page/paragraphs.tsx'
import { figuresOf } from './offer-figures.ts'
import { SecureButton } from './secure-button.tsx'

/** What it costs, added up as on an invoice. */
function Bill({ words }: { words: BuilderWords }) {
  const { price } = words
  const figures = figuresOf(words)
  return (
    <dl className="bill">
      <div>
        <dt>{price.regular}</dt>
        <dd>{figures.regular}</dd>
      </div>
      <div>
        <dt>{price.discount}</dt>
        <dd>−{figures.saved}</dd>
      </div>
      <div className="bill-sum">
        <dt>{price.member}</dt>
        <dd>{figures.price}</dd>
      </div>
    </dl>
  )
}

function Terms({ price }: { price: BuilderWords['price'] }) {
  return (
    <>
      <p className="cost-session">{price.session}</p>
      <p className="cost-once">{price.once}</p>
    </>
  )
}

/** The price with the guarantee beside it; without a guarantee the bill stands there. */
export function PriceTable({ words, isPreview }: { words: BuilderWords; isPreview?: boolean }) {
  const { price } = words
  const heading = (
    <>
      <h2>{price.title}</h2>
      <p className="cost-schedule">{price.schedule}</p>
    </>
  )
  if (words.guaranteeTitle === '')
    return (
      <section className="cost">
        <div className="wrap cost-grid cost-plain">
          <div>{heading}</div>
          <Bill words={words} />
          <div>
            <Terms price={price} />
            <SecureButton words={words} isPreview={isPreview} />
          </div>
        </div>
      </section>
    )
  return (
    <section className="cost">
      <div className="wrap cost-grid">
        <div>
          {heading}
          <Bill words={words} />
          <Terms price={price} />
        </div>
        <div className="guarantee">
          <svg viewBox="0 0 88 88" width="88" height="88" aria-hidden="true">
            <path d="M72 44a28 28 0 1 1-9-20.5" />
            <path d="M64 10v14H50" />
            <path className="guarantee-tick" d="M33 45l8 8 15-17" />
          </svg>
          <h2>{words.guaranteeTitle}</h2>
          <Paragraphs text={words.guarantee} />
          <SecureButton words={words} isPreview={isPreview} />
        </div>
      </div>
    </section>
  )
}
