import { setImmediate as giveWay } from 'node:timers/promises'
import type { AdPair } from '#contract/ad-results.ts'
import type { Database } from '#server/platform/database.ts'
import { lookAtTouches, readTouches } from './ad-counts.ts'
import { type Identity, identifyInSteps } from './ad-identity.ts'
import type { AdLabels } from './ad-labels.ts'
import { listPairs } from './ad-pairs-store.ts'
import { loadSpend, type Spend, type SpendOf } from './ad-spend-in-memory.ts'
import { addTouch, newTouchList, type TouchList } from './ad-touch-list.ts'

/** What is known until something else is said: from which spend, pairs and touches, and by which turn it was found. */
type Known = {
  ads: Spend['ads']
  pairs: string
  touches: TouchList
  through: number
  turn: number
  identity: Identity
}
type Memory = { touches: TouchList; known: Known | null; turns: number; last: Promise<unknown> }

const memories = new WeakMap<Database, Memory>()
const TOUCHES_AT_ONCE = 2000

const sizeOf = ({ count, unsaid }: TouchList): number => count + unsaid.length

/** Which ads there are, from all that visits and spend ever said of them. */
export async function identifyAll(database: Database): Promise<Identity> {
  const ads = await loadSpend(database)
  return identify(database, ads, await listPairs(database))
}

/**
 * Which ads there are, from all that visits ever said, this spend and these pairs. It is kept in memory until one of the
 * three is another, and then worked out again in steps between which others are served: whoever sends many different
 * links makes it long, not the server deaf.
 */
export async function identify(database: Database, ads: Spend['ads'], pairs: AdPair[]): Promise<Identity> {
  const memory = memories.get(database) ?? {
    touches: newTouchList(),
    known: null,
    turns: 0,
    last: Promise.resolve(),
  }
  memories.set(database, memory)
  const pairsAsText = JSON.stringify(pairs)
  const ofTheSame = (): Known | null =>
    memory.known?.ads === ads && memory.known.pairs === pairsAsText ? memory.known : null
  const turnsBefore = memory.turns
  const { touches } = memory
  const [through, size] = [touches.through, sizeOf(touches)]
  const { known, newest } = await lookAtTouches(database, through)
  const kept = ofTheSame()
  if (newest === through && known === size && kept?.touches === touches && kept.through === through)
    return kept.identity
  // One after the other: whoever waits takes what was begun since they came, unless a replica had less than they saw.
  const mine = memory.last.then(async () => {
    const made = ofTheSame()
    if (made && made.turn > turnsBefore && made.through >= newest) return made.identity
    memory.turns += 1
    const turn = memory.turns
    await catchUp(database, memory)
    const all = memory.touches
    const upTo = all.through
    const said = ads.map(({ of }) => saidBySpend(of))
    const steps = identifyInSteps(said, all, pairs)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        const identity = step.value
        memory.known = { ads, pairs: pairsAsText, touches: all, through: upTo, turn, identity }
        return identity
      }
      await giveWay()
    }
  })
  memory.last = mine.catch(() => {})
  return mine
}

/** What a row of spend says of its ad. */
export const saidBySpend = (row: SpendOf): AdLabels => ({
  source: row.platform,
  ids: [row.campaignId, row.adsetId, row.adId],
  names: [row.campaign, row.adset, row.ad],
})

/** Reads the touches that came since; all of them where one came late, under an id before others, or is gone. */
async function catchUp(database: Database, memory: Memory): Promise<void> {
  const { known } = await lookAtTouches(database, memory.touches.through)
  if (known !== sizeOf(memory.touches)) memory.touches = newTouchList()
  for (;;) {
    const rows = await readTouches(database, memory.touches.through, TOUCHES_AT_ONCE)
    for (const { id, touch } of rows) addTouch(memory.touches, id, touch)
    if (rows.length < TOUCHES_AT_ONCE) return
  }
}
