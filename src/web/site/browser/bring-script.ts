import { retryPause } from './retry-pause.ts'

// One to two minutes: a server that is started again takes half of one at most.
const TRIES_BY_THE_CLOCK = 6

/** Waits after a failure: a while, at first, or until a network comes back. */
export const waitAfter = (failures: number): Promise<void> =>
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
    const again = `${script}?again=${failures}`
    return import(/* @vite-ignore */ again)
  })

/** Fetches a script, again and again where that fails; `onMissing` is told once it did not come at the second try either. */
export async function bringScript(script: string, onMissing: () => void = () => {}): Promise<void> {
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
    await waitAfter(failures)
  }
}

/**
 * Once the page has loaded, fetches again which of its own scripts did not come with it: the browser asks for each once, and
 * a slow network loses one now and then. What such a script imports, older browsers never ask for again. The tracker, which
 * comes first, looks after the others, and they after it: never two after the same one.
 */
export function bringLostScripts(which: 'the tracker' | 'the others'): void {
  const own = which === 'the tracker' ? 'script[async]' : 'script:not([async])'
  // What is there already is not run a second time.
  const look = () => {
    for (const { src } of document.querySelectorAll<HTMLScriptElement>(`${own}[type="module"][src]`))
      void bringScript(src)
  }
  if (document.readyState === 'complete') look()
  else addEventListener('load', look, { once: true })
}
