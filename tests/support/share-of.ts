import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is a part of `npm run test:long`. */
    isThorough: boolean
  }
}

/**
 * Of several ways to look at the same thing, this run's: `npm test` takes the first (or the first few), `npm run
 * test:long` all others.
 */
export const shareOf = <One>(ways: readonly One[], first = 1): One[] =>
  inject('isThorough') ? ways.slice(first) : ways.slice(0, first)

/** Defines a test that `npm run test:long` alone takes: a shorter one beside it shows the same promise in `npm test`. */
export function thoroughTest(name: string, run: () => Promise<void>, timeoutMs?: number): void {
  if (inject('isThorough')) test(name, run, timeoutMs)
}

/** Defines a test that `npm test` alone takes, in a file of which `npm run test:long` takes others. */
export const ordinaryTest: typeof test = new Proxy(test, {
  // Asked at each test: files of both kinds may share a worker and its modules.
  apply: (ofVitest, self, words) => (inject('isThorough') ? undefined : Reflect.apply(ofVitest, self, words)),
  get: (ofVitest, name) =>
    name === 'each' && inject('isThorough') ? () => () => {} : Reflect.get(ofVitest, name),
})
