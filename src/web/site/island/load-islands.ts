import '#web/site/browser/clean-address.ts'
import '#web/site/browser/load-time.ts'
import { tolerateTranslators } from '#web/design/translated-text.ts'
import { bringLostScripts, bringScript } from '#web/site/browser/bring-script.ts'
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
    void bringScript(script, () => {
      for (const place of places) if (scriptsOf(place).includes(script)) giveUpKeeping(place)
    })
}

tolerateTranslators()
keepInTab()
watchSteps()
keepPresses()
whenActivated(() => {
  bringLostScripts('the tracker')
  whenUsable(load, document.querySelector('[data-even-when-saving]') !== null)
})
