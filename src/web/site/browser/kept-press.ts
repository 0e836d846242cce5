const PATIENCE_MS = 10_000

let kept: HTMLAnchorElement | undefined
let isGivenUp = false

const isAlive = (on: Element): boolean =>
  on.closest<HTMLElement>('[data-island]')?.dataset.alive !== undefined

/**
 * From now on a press of a link that says `data-keep` waits until its island is alive: what it does there is better
 * than where it leads.
 */
export function keepPresses(): void {
  addEventListener(
    'click',
    (event) => {
      const on = event.target instanceof Element ? event.target.closest('a[data-keep]') : null
      if (isGivenUp || !(on instanceof HTMLAnchorElement) || isAlive(on)) return
      event.preventDefault()
      if (!kept) setTimeout(giveUpKeeping, PATIENCE_MS)
      kept = on
      on.setAttribute('aria-busy', 'true')
    },
    { capture: true },
  )
}

/** Says that an island is alive: what was pressed in it is pressed again. */
export function nowAlive(place: HTMLElement): void {
  place.dataset.alive = ''
  if (!kept || !place.contains(kept)) return
  const on = kept
  kept = undefined
  on.removeAttribute('aria-busy')
  on.click()
}

/** Lets links lead where they lead: what would do better does not come. */
export function giveUpKeeping(): void {
  isGivenUp = true
  if (kept) location.assign(kept.href)
  kept = undefined
}
