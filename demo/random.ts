import { createHash } from 'node:crypto'

/** Chance that repeats itself: the same seed gives the same month. */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the choices, each as likely as its weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  bytes(size: number): Uint8Array
}

/** Random for a seed. The numbers come from Chris Doty-Humphrey's "small fast counter" generator, 32 bits. */
export function createRandom(seed: string): Random {
  const state = new Uint32Array(4)
  createHash('sha256').update(seed).digest().copy(new Uint8Array(state.buffer), 0, 0, 16)
  let [a = 0, b = 0, c = 0, counter = 0] = state
  const draw = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  const next = () => draw() / 2 ** 32
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => itemAt(list, whole(0, list.length - 1)),
    weighted(choices) {
      const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
      let left = next() * total
      const chosen = choices.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (chosen ?? itemAt(choices, choices.length - 1))[0]
    },
    bytes: (size) => Uint8Array.from({ length: size }, () => whole(0, 255)),
  }
}

function itemAt<T>(list: readonly T[], index: number): T {
  if (!(index in list)) throw new Error('there is nothing to choose from')
  // The index was just seen to be there; what it holds may itself be undefined.
  return list[index] as T
}
