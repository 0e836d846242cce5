import { newWords, type Words } from './ad-keys.ts'
import { type AdLabels, readTouch } from './ad-labels.ts'

/** How many words a thing that was said has: its source, and ids and names of campaign, ad set and ad. */
export const WIDTH = 7

/** Touches in the order of their ids, each as the numbers of its words: a hundred thousand in a few megabytes. */
export type TouchList = {
  words: Words
  count: number
  /** The highest id that was added. */
  through: number
  /** Ids of the touches that say something, and their words, WIDTH each. */
  ids: Int32Array
  said: Int32Array
  /** Ids of the touches that say nothing of an ad. */
  unsaid: number[]
}

/** Starts a list of touches. */
export const newTouchList = (): TouchList => ({
  words: newWords(),
  count: 0,
  through: 0,
  ids: new Int32Array(256),
  said: new Int32Array(256 * WIDTH),
  unsaid: [],
})

/** Adds a touch whose id is higher than all before. */
export function addTouch(list: TouchList, id: number, touch: string): void {
  list.through = id
  const said = readTouch(touch)
  if (said === null) {
    list.unsaid.push(id)
    return
  }
  if (list.count === list.ids.length) {
    // Whoever still holds the shorter ones goes on reading what was in them.
    list.ids = longer(list.ids)
    list.said = longer(list.said)
  }
  list.ids[list.count] = id
  list.said.set(wordsOf(said, list.words), list.count * WIDTH)
  list.count += 1
}

/** The numbers of the words of a thing that was said. */
export const wordsOf = ({ source, ids, names }: AdLabels, words: Words): number[] =>
  [source, ...ids, ...names].map((text) => words.numberOf(text))

function longer(list: Int32Array): Int32Array {
  const longer = new Int32Array(list.length * 2)
  longer.set(list)
  return longer
}
