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

/** Vitest's own `test` in runs of one kind; in the others it defines nothing. */
function testIn(isOfRun: () => boolean): typeof test {
  const none = () => {}
  return new Proxy(test, {
    // Asked at each test: files of both kinds may share a worker and its modules.
    apply: (ofVitest, self, words) => (isOfRun() ? Reflect.apply(ofVitest, self, words) : undefined),
    get: (ofVitest, name) => (name === 'each' && !isOfRun() ? () => none : Reflect.get(ofVitest, name)),
  })
}

/** Defines a test that `npm run test:long` alone takes: a shorter one shows the same promise in `npm test`. */
export const thoroughTest = testIn(() => inject('isThorough'))

/** Defines a test that `npm test` alone takes, in a file of which `npm run test:long` takes others. */
export const ordinaryTest = testIn(() => !inject('isThorough'))
