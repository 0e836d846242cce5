import type { BuilderWords } from '#contract/site-content-builder.ts'
import { withFigures } from './offer-figures.ts'
import { sellingOf } from './secure-button.tsx'

/** The words of the page's lead dialog while there is nothing to buy; undefined while there is. */
export function waitingDialog(builder: BuilderWords): BuilderWords['full']['dialog'] | undefined {
  const words = withFigures(builder)
  return { full: words.full.dialog, opening: words.opening.dialog, checkout: undefined }[sellingOf(words)]
}
