import { type AdLevel, adLevels, UNATTRIBUTED } from '#contract/ad-levels.ts'
import { newKeyTree } from './ad-keys.ts'
import { type AdLabels, labelsOfKey, textOfLabels } from './ad-labels.ts'
import { newTouchList, type TouchList, WIDTH, wordsOf } from './ad-touch-list.ts'
import {
  describeKeys,
  fillParents,
  findHomes,
  nameKeys,
  type Pairing,
  type Working,
} from './work-out-ad-keys.ts'

/** Two keys that are the same by the owner's word. */
export type Paired = { level: AdLevel; spendKey: string; visitKey: string }

/** The keys of an ad at each level, the source first. Each begins with the one above it. */
export type AdKeys = readonly [string, string, string, string]

/** Which key each thing that was said belongs to, and what the keys are called. */
export type Identity = {
  /** The keys of what spend says. */
  keysOf(said: AdLabels): AdKeys
  /** The keys of a touch; null for one that says nothing of an ad. */
  keysOfTouch(id: number): AdKeys | null
  /** The touches of a key of a level, as it is now; those of no ad for the key of what is not attributed. */
  touchesOf(key: string, level: AdLevel): number[]
  /** Whether visits came for a key of any level, at any time. */
  isVisited(key: string): boolean
  /** What a key is called, and the id that it stands for. */
  describe(key: string): { name: string | null; id: string | null }
  /** A key as it is now: names that got an id since, and what the owner paired, lead to the same one. */
  resolve(key: string, level: AdLevel): string
}

/** Finds out at once which ads are the same, where little was said; see `identifyInSteps`. */
export function identifyAds(all: readonly AdLabels[], pairs: readonly Paired[] = []): Identity {
  const steps = identifyInSteps(all, newTouchList(), pairs)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Finds out which ads are the same. Ids go before names; a name that only one id goes by is that id, and what a deeper id
 * or name leaves no doubt about is filled in. Names are compared without letter case and spaces around them. What spend
 * says goes first: the platform's own words, as they are now. Each step is short, however many touches there are; what is
 * added to them in between is for the next time.
 */
export function* identifyInSteps(
  spend: readonly AdLabels[],
  touches: TouchList,
  pairs: readonly Paired[] = [],
): Generator<undefined, Identity> {
  const { words, ids, said, count } = touches
  const unsaid = [...touches.unsaid]
  const tree = newKeyTree(words)
  const pairedSaid = pairs.map(
    ({ spendKey, visitKey }) => [labelsOfKey(spendKey), labelsOfKey(visitKey)] as const,
  )
  const counted = spend.length + count
  const rows = counted + 2 * pairs.length
  const work: Working = {
    words,
    tree,
    rows,
    counted,
    paid: spend.length,
    said: new Int32Array(rows * WIDTH),
    keys: new Int32Array(rows * adLevels.length),
  }
  const placeOfSpend = new Map<string, number>()
  for (const [place, one] of spend.entries()) {
    placeOfSpend.set(textOfLabels(one), place)
    work.said.set(wordsOf(one, words), place * WIDTH)
    if (place % 1000 === 999) yield
  }
  work.said.set(said.subarray(0, count * WIDTH), spend.length * WIDTH)
  const placeOfPaired = new Map<string, number>()
  for (const [place, one] of pairedSaid.flat().entries()) {
    placeOfPaired.set(textOfLabels(one), counted + place)
    work.said.set(wordsOf(one, words), (counted + place) * WIDTH)
  }
  const pairings = pairs.map(
    ({ level }, place): Pairing => ({
      level: adLevels.indexOf(level),
      spend: counted + 2 * place,
      visit: counted + 2 * place + 1,
    }),
  )
  const homes = yield* findHomes(work)
  yield* fillParents(work, homes)
  const paired = yield* nameKeys(work, pairings)
  const described = yield* describeKeys(work, spend.length)
  const { keys } = work

  const keyAt = (place: number, level: number): string => tree.textOf(keys[place * 4 + level] ?? 0)
  const keysAt = (place: number): AdKeys => [
    keyAt(place, 0),
    keyAt(place, 1),
    keyAt(place, 2),
    keyAt(place, 3),
  ]
  const placeOf = (one: AdLabels): number | undefined => {
    const text = textOfLabels(one)
    return placeOfPaired.get(text) ?? placeOfSpend.get(text) ?? placeOfSaid(one)
  }
  const placeOfSaid = ({ source, ids: own, names }: AdLabels): number | undefined => {
    const wanted = [source, ...own, ...names].map((text) => words.find(text))
    for (let place = 0; place < count; place += 1)
      if (wanted.every((word, at) => word === said[place * WIDTH + at])) return spend.length + place
    return undefined
  }
  return {
    keysOf(one) {
      const place = placeOfSpend.get(textOfLabels(one))
      if (place === undefined) throw new Error('an ad was not among those that were identified')
      return keysAt(place)
    },
    keysOfTouch(id) {
      const place = placeOfId(ids, count, id)
      return place === null ? null : keysAt(spend.length + place)
    },
    touchesOf(key, level) {
      if (key === UNATTRIBUTED) return unsaid
      const wanted = tree.find(key)
      const at = adLevels.indexOf(level)
      const found: number[] = []
      for (let place = 0; place < count; place += 1)
        if (keys[(spend.length + place) * 4 + at] === wanted) found.push(ids[place] ?? 0)
      return found
    },
    isVisited: (key) => described.isVisited(tree.find(key)),
    describe: (key) => described.of(tree.find(key)),
    resolve(key, level) {
      const at = adLevels.indexOf(level)
      const place = placeOf(labelsOfKey(key))
      if (place !== undefined) return keyAt(place, at)
      const known = tree.find(key)
      return known === undefined ? key : tree.textOf(paired(known, at))
    },
  }
}

/** Where an id stands among so many, which go up; null where it does not. */
function placeOfId(ids: Int32Array, count: number, id: number): number | null {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return from < count && ids[from] === id ? from : null
}
