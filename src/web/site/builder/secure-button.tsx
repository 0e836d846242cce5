import type { BuilderWords } from '#contract/site-content-builder.ts'
import { Island } from '#web/site/island/island.tsx'
import { CheckoutButton } from './checkout-button.tsx'
import { sellingOf } from './selling.ts'

/** The one action of the page: the checkout in a new tab, or the lead dialog while there is nothing to buy. */
export function SecureButton({ words, isPreview }: { words: BuilderWords; isPreview?: boolean }) {
  const selling = sellingOf(words)
  if (selling === 'checkout')
    return (
      <Island
        name="builder"
        component={CheckoutButton}
        props={{ checkout: words.offer.checkout, label: words.button, isPreview }}
      />
    )
  return (
    <a className="button secure" href="#access">
      {selling === 'full' ? words.full.button : words.button}
    </a>
  )
}
