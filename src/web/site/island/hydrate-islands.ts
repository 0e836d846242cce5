import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Brings every island of a name to life where the server drew it with the same component. */
export function hydrateIslands<Props extends object>(name: string, component: ComponentType<Props>): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    // Our own server wrote them there for this very component.
    const props = JSON.parse(place.dataset.props ?? '{}') as Props
    hydrateRoot(place, createElement(component, props), { identifierPrefix: name })
  }
}
