import '#web/site/browser/clean-address.ts'
import '#web/site/browser/load-time.ts'
import { tolerateTranslators } from '#web/design/translated-text.ts'
import { watchSteps } from '#web/site/browser/dialog-step.ts'
import { giveUpKeeping, keepPresses } from '#web/site/browser/kept-press.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import { whenUsable } from '#web/site/browser/when-usable.ts'
import { keepInTab } from '#web/site/in-app/keep-in-tab.ts'

/** Loads what this page's islands are made of, React among it: all at once, each file once. */
function load(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-island]')]
  const scriptsOf = ({ dataset }: HTMLElement) => dataset.scripts?.split(' ') ?? []
  for (const script of new Set(places.flatMap(scriptsOf)))
    import(/* @vite-ignore */ script).catch((error) => {
      // Links, forms and `:target` go on working by themselves.
      console.warn('A part of this page stays as the server drew it.', error)
      for (const place of places) if (scriptsOf(place).includes(script)) giveUpKeeping(place)
    })
}

tolerateTranslators()
keepInTab()
watchSteps()
keepPresses()
whenActivated(() => whenUsable(load, document.querySelector('[data-even-when-saving]') !== null))
