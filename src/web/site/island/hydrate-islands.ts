import {
  type ComponentType,
  createElement,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { restoreTexts } from '#web/design/translated-text.ts'
import { giveUpKeeping, nowAlive } from '#web/site/browser/kept-press.ts'

function Living({ place, children }: { place: HTMLElement; children?: ReactNode }): ReactNode {
  const [isAlive, setAlive] = useState(false)
  // The first drawing is as the server's was; what is known here alone comes with the second.
  useEffect(() => setAlive(true), [])
  useEffect(() => {
    if (isAlive) nowAlive(place)
  }, [isAlive, place])
  return children
}

/**
 * Returns what puts an island back as the server drew it, where forms and links work by themselves. Where it never came to
 * life, it is the very fields that somebody may have typed in.
 */
function keepDrawn(place: HTMLElement): () => void {
  const nodes = [...place.childNodes]
  const html = place.innerHTML
  return () => {
    if (place.dataset.alive === undefined) place.replaceChildren(...nodes)
    else place.innerHTML = html
    delete place.dataset.alive
    giveUpKeeping(place)
  }
}

/**
 * Brings every island of a name to life where the server drew it with the same component. One that fails while it is drawn,
 * as in a browser that lacks something, would be taken away by React: it stands as the server drew it.
 */
export function hydrateIslands<Props extends object>(name: string, component: ComponentType<Props>): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    // Our own server wrote them there for this very component.
    const props = JSON.parse(place.dataset.props ?? '{}') as Props
    const island = createElement(Living, { place }, createElement(component, props))
    const putBack = keepDrawn(place)
    const onUncaughtError = (error: unknown) => {
      putBack()
      // Told as any other error of the page is.
      setTimeout(() => {
        throw error
      })
    }
    const hydrate = () => void hydrateRoot(place, island, { identifierPrefix: name, onUncaughtError })
    // Translated words are not what the server drew: React would throw them away, and what is typed with them. So they go,
    // and React draws at once, before a translator comes back. Else it does in a transition, a few milliseconds at a time:
    // a slow phone answers a tap in between.
    if (restoreTexts(place)) flushSync(hydrate)
    else startTransition(hydrate)
  }
}
