import { type KeyTree, ROOT, together, type Words } from './ad-keys.ts'
import { WIDTH } from './ad-touch-list.ts'

/** Everything that was said, a row of WIDTH words each, while its keys are worked out; what is paired comes last and counts for nothing. */
export type Working = {
  words: Words
  tree: KeyTree
  rows: number
  counted: number
  /** How many of the first rows are of spend. */
  paid: number
  said: Int32Array
  /** Four of each row: the source first. */
  keys: Int32Array
}

/** Two rows that the owner says are the same at a level. */
export type Pairing = { level: number; spend: number; visit: number }

/** What each step of a long list takes: a few milliseconds. */
const ROWS_A_STEP = 4096
// Where a row's ids and names begin.
const IDS = 1
const NAMES = 4
// More than one thing goes by a name.
const SEVERAL = -1

/**
 * What is known of the ads above each id: a source, two ids and two names. Beside it the platforms that are paid, and
 * whose spend names each id.
 */
type Homes = {
  places: Map<number, number>
  told: number[]
  platforms: Set<number>
  payers: Map<number, number>
}

const homeOf = (source: number, level: number, id: number): number => together(source * 3 + level, id)
const endsStep = (row: number): boolean => row % ROWS_A_STEP === ROWS_A_STEP - 1

/** Finds what is known of the ads above each id: an id is never given twice. */
export function* findHomes({ said, counted, paid }: Working): Generator<undefined, Homes> {
  const homes: Homes = { places: new Map(), told: [], platforms: new Set(), payers: new Map() }
  for (let row = 0; row < counted; row += 1) {
    if (endsStep(row)) yield
    const at = row * WIDTH
    const source = said[at] ?? 0
    if (source === 0) continue
    if (row < paid) homes.platforms.add(source)
    for (let level = 0; level < 3; level += 1) {
      const id = said[at + IDS + level] ?? 0
      if (id === 0) continue
      if (row < paid) noteOne(homes.payers, homeOf(0, level, id), source)
      for (const place of [homeOf(source, level, id), homeOf(0, level, id)]) {
        let home = homes.places.get(place)
        if (home === undefined) {
          home = homes.told.length
          homes.places.set(place, home)
          homes.told.push(source, 0, 0, 0, 0)
        }
        for (let above = 0; above < level; above += 1) {
          homes.told[home + 1 + above] ||= said[at + IDS + above] ?? 0
          homes.told[home + 3 + above] ||= said[at + NAMES + above] ?? 0
        }
      }
    }
  }
  return homes
}

/** Fills in what the ids of each row leave no doubt about. */
export function* fillParents({ said, rows }: Working, homes: Homes): Generator<undefined, void> {
  const { places, told, platforms } = homes
  for (let row = 0; row < rows; row += 1) {
    if (endsStep(row)) yield
    const at = row * WIDTH
    // Its id says whose ad it is, however the link spells that; a platform that is paid itself is left its own.
    if (!platforms.has(said[at] ?? 0)) said[at] = payerOf(said, at, homes) ?? said[at] ?? 0
    for (let level = 2; level >= 0; level -= 1) {
      const id = said[at + IDS + level] ?? 0
      const home = id === 0 ? undefined : places.get(homeOf(said[at] ?? 0, level, id))
      if (home === undefined) continue
      said[at] ||= told[home] ?? 0
      for (let above = 0; above < level; above += 1) {
        // The id below says which campaign it is, whatever the campaign was called that day.
        const homeId = told[home + 1 + above] ?? 0
        if (homeId !== 0) said[at + IDS + above] = homeId
        said[at + NAMES + above] ||= told[home + 3 + above] ?? 0
      }
    }
  }
}

/** The platform whose spend names an id of a row, the deepest first. */
function payerOf(said: Int32Array, at: number, { payers }: Homes): number | undefined {
  for (let level = 2; level >= 0; level -= 1) {
    const id = said[at + IDS + level] ?? 0
    const payer = id === 0 ? undefined : payers.get(homeOf(0, level, id))
    if (payer !== undefined && payer !== SEVERAL) return payer
  }
  return undefined
}

/** Gives each row its keys, level by level; answers with what a key of a level became by the owner's word. */
export function* nameKeys(
  work: Working,
  pairings: Pairing[],
): Generator<undefined, (key: number, level: number) => number> {
  const { keys, rows } = work
  const became: Map<number, number>[] = []
  for (let level = 0; level < 4; level += 1) {
    yield* nameLevel(work, level)
    const map = new Map<number, number>()
    for (const pair of pairings)
      if (pair.level === level) {
        const [from, to] = [keys[pair.spend * 4 + level] ?? 0, keys[pair.visit * 4 + level] ?? 0]
        if (from !== to) map.set(from, to)
      }
    became.push(map)
    if (map.size > 0)
      for (let row = 0; row < rows; row += 1) {
        if (endsStep(row)) yield
        keys[row * 4 + level] = follow(map, keys[row * 4 + level] ?? 0)
      }
  }
  return (key, level) => follow(became[level] ?? new Map(), key)
}

function follow(map: Map<number, number>, key: number): number {
  const seen = new Set([key])
  for (let at = key; ; ) {
    const next = map.get(at)
    if (next === undefined || seen.has(next)) return at
    seen.add(next)
    at = next
  }
}

/** The keys of a level within those above, before anything is paired. */
function* nameLevel(
  { words, tree, said, keys, rows, counted }: Working,
  level: number,
): Generator<undefined, void> {
  if (level === 0) {
    for (let row = 0; row < rows; row += 1) {
      if (endsStep(row)) yield
      keys[row * 4] = tree.below(ROOT, (said[row * WIDTH] ?? 0) * 2)
    }
    return
  }
  const place = level - 1
  const idOf = (row: number): number => said[row * WIDTH + IDS + place] ?? 0
  const scoped = (row: number, at: number): number | null => {
    const name = words.plainOf(said[row * WIDTH + NAMES + at] ?? 0)
    return name === 0 ? null : together(keys[row * 4 + place] ?? 0, name)
  }
  const idByName = new Map<number, number>()
  for (let row = 0; row < counted; row += 1) {
    if (endsStep(row)) yield
    const [id, name] = [idOf(row), scoped(row, place)]
    if (id !== 0 && name !== null) noteOne(idByName, name, id)
  }
  // Twice the word, and one more for an id.
  const tokenOf = (row: number): number => {
    const [id, name] = [idOf(row), scoped(row, place)]
    if (id !== 0) return id * 2 + 1
    if (name === null) return 0
    const known = idByName.get(name) ?? SEVERAL
    return known === SEVERAL ? words.plainOf(said[row * WIDTH + NAMES + place] ?? 0) * 2 : known * 2 + 1
  }
  const tokens = new Int32Array(rows)
  const above = [0, 1, 2].map(() => new Map<number, number>())
  for (let row = 0; row < rows; row += 1) {
    if (endsStep(row)) yield
    const token = tokenOf(row)
    tokens[row] = token
    if (row >= counted || token === 0) continue
    for (let deeper = place + 1; deeper < 3; deeper += 1) {
      const name = scoped(row, deeper)
      if (name !== null) noteOne(above[deeper], name, token)
    }
  }
  for (let row = 0; row < rows; row += 1) {
    if (endsStep(row)) yield
    let token = tokens[row] ?? 0
    for (let deeper = 2; deeper > place && token === 0; deeper -= 1) {
      const name = scoped(row, deeper)
      const found = name === null ? undefined : above[deeper]?.get(name)
      if (found !== undefined && found !== SEVERAL) token = found
    }
    keys[row * 4 + level] = tree.below(keys[row * 4 + place] ?? 0, token)
  }
}

/** Notes what goes by a name, as long as it is one thing. */
function noteOne(map: Map<number, number> | undefined, name: number, one: number): void {
  const known = map?.get(name)
  if (known === undefined) map?.set(name, one)
  else if (known !== one) map?.set(name, SEVERAL)
}

/** What keys are called, and whether visits came for them. */
export type Described = {
  of(key: number | undefined): { name: string | null; id: string | null }
  isVisited(key: number | undefined): boolean
}

const DESCRIBED = 1
const VISITED = 2

/** Finds what each key is called, by whoever said it first; rows from `firstVisit` on that count are visits. */
export function* describeKeys(
  { words, tree, said, keys, rows, counted }: Working,
  firstVisit: number,
): Generator<undefined, Described> {
  const marks = new Uint8Array(tree.end())
  const names = new Int32Array(tree.end())
  const ids = new Int32Array(tree.end())
  for (let row = 0; row < rows; row += 1) {
    if (endsStep(row)) yield
    for (let level = 0; level < 4; level += 1) {
      const key = keys[row * 4 + level] ?? 0
      const mark = marks[key] ?? 0
      if (row >= counted && mark !== 0) continue
      marks[key] = mark | DESCRIBED | (row >= firstVisit && row < counted ? VISITED : 0)
      names[key] ||= said[row * WIDTH + (level === 0 ? 0 : NAMES + level - 1)] ?? 0
      if (level > 0) ids[key] ||= said[row * WIDTH + IDS + level - 1] ?? 0
    }
  }
  const told = (word: number | undefined) => (word ? words.textOf(word) : null)
  return {
    of: (key) =>
      key === undefined ? { name: null, id: null } : { name: told(names[key]), id: told(ids[key]) },
    isVisited: (key) => key !== undefined && ((marks[key] ?? 0) & VISITED) !== 0,
  }
}
