import '#web/site/browser/clean-address.ts'
import '#web/site/browser/load-time.ts'
import { tolerateTranslators } from '#web/design/translated-text.ts'
import { watchSteps } from '#web/site/browser/dialog-step.ts'
import { giveUpKeeping, keepPresses } from '#web/site/browser/kept-press.ts'
import { retryPause } from '#web/site/browser/retry-pause.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import { whenUsable } from '#web/site/browser/when-usable.ts'
import { keepInTab } from '#web/site/in-app/keep-in-tab.ts'

// Half a minute, which a server that is started again takes at most.
const TRIES_BY_THE_CLOCK = 4

/** Waits after a failure: a while, at first, or until a network comes back. */
const rest = (failures: number): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
    if (failures < TRIES_BY_THE_CLOCK) setTimeout(resolve, retryPause(failures, null))
  })

/**
 * Fetches a script that failed so many times. Older browsers never ask again for the address of one that failed once, and are
 * told another.
 */
const fetchScript = (script: string, failures: number): Promise<unknown> =>
  import(/* @vite-ignore */ script).catch((error) => {
    if (failures === 0) throw error
    return import(/* @vite-ignore */ `${script}?again=${failures}`)
  })

/** Fetches a script, again and again where that fails; `onMissing` is told once it did not come at the second try either. */
async function bring(script: string, onMissing: () => void): Promise<void> {
  for (let failures = 0; ; ) {
    try {
      await fetchScript(script, failures)
      return
    } catch (error) {
      // Links, forms and `:target` go on working by themselves.
      console.warn('A part of this page stays as the server drew it.', error)
      failures += 1
      if (failures === 2) onMissing()
    }
    await rest(failures)
  }
}

/** Loads what this page's islands are made of, React among it: all at once, each file once. */
function load(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-island]')]
  const scriptsOf = ({ dataset }: HTMLElement) => dataset.scripts?.split(' ') ?? []
  for (const script of new Set(places.flatMap(scriptsOf)))
    void bring(script, () => {
      for (const place of places) if (scriptsOf(place).includes(script)) giveUpKeeping(place)
    })
}

tolerateTranslators()
keepInTab()
watchSteps()
keepPresses()
whenActivated(() => whenUsable(load, document.querySelector('[data-even-when-saving]') !== null))
