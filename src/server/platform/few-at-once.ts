import { busy } from './refusal.ts'

/** Runs work when its turn comes, or refuses it with `busy`. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so much work run at once in this process; as much as `waiting` waits, first come first served, and no more. */
export function fewAtOnce({ atOnce, waiting }: { atOnce: number; waiting: number }): InTurn {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>((begin) => queue.push(begin))
    else throw busy()
    try {
      return await work()
    } finally {
      // Whoever waits takes over the place, so that nobody who comes now gets in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
