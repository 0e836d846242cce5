const PATIENCE_MS = 10_000

let kept: HTMLAnchorElement | undefined
let patience: ReturnType<typeof setTimeout> | undefined
const givenUp = new Set<HTMLElement>()

const islandOf = (on: Element) => on.closest<HTMLElement>('[data-island]')

function letGo(): HTMLAnchorElement | undefined {
  const on = kept
  kept = undefined
  clearTimeout(patience)
  on?.removeAttribute('aria-busy')
  return on
}

/**
 * From now on a press of a link that says `data-keep` waits until its island is alive: what it does there is better
 * than where it leads.
 */
export function keepPresses(): void {
  addEventListener(
    'click',
    (event) => {
      const on = event.target instanceof Element ? event.target.closest('a[data-keep]') : null
      const island = on && islandOf(on)
      if (!(on instanceof HTMLAnchorElement) || !island) return
      if (givenUp.has(island) || island.dataset.alive !== undefined) return
      event.preventDefault()
      // Whoever presses again has waited already.
      const isWaiting = kept !== undefined && island.contains(kept)
      kept?.removeAttribute('aria-busy')
      kept = on
      on.setAttribute('aria-busy', 'true')
      if (isWaiting) return
      clearTimeout(patience)
      patience = setTimeout(() => giveUpKeeping(island), PATIENCE_MS)
    },
    { capture: true },
  )
}

/** Says that an island is alive: what was pressed in it is pressed again. */
export function nowAlive(island: HTMLElement): void {
  island.dataset.alive = ''
  if (kept && island.contains(kept)) letGo()?.click()
}

/** Lets an island's links lead where they lead: what would do better does not come. */
export function giveUpKeeping(island: HTMLElement): void {
  givenUp.add(island)
  if (kept && island.contains(kept)) location.assign(letGo()?.href ?? '')
}
