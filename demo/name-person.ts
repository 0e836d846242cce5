import type { Person } from './people.ts'

// By this name the bodies that vendors publish know everybody.
const ANYBODY = 'Ada Kern'

/** A vendor's body with the person's own name wherever it says somebody's. */
export function namePerson(body: Record<string, unknown>, { name }: Person): Record<string, unknown> {
  const inJson = JSON.stringify(name).slice(1, -1)
  // A function, because a dollar sign in a name must stay one.
  return JSON.parse(JSON.stringify(body).replaceAll(ANYBODY, () => inJson))
}
