import { isUnavailable } from './database.ts'
import { busy } from './refusal.ts'

/** Collects single items into batches; each `add` resolves once the batch of its item is committed. */
export type GroupCommit<Item> = { add(item: Item): Promise<void>; drain(): Promise<void>; waiting(): number }

type Waiting<Item> = { item: Item; done(): void; failed(reason: unknown): void }

/**
 * Answers after the commit, at the price of one commit per batch (design §4). While batches are being written
 * the next one gathers, so batches grow with the load by themselves. Up to `writers` batches are written at
 * once. `add` refuses with `busy` when more than `maxWaiting` items wait, or when an item has no answer within
 * `answerWithinMs`.
 */
export function createGroupCommit<Item>(options: {
  commit(items: Item[]): Promise<void>
  maxBatch: number
  maxWaiting: number
  answerWithinMs: number
  writers: number
}): GroupCommit<Item> {
  let queue: Waiting<Item>[] = []
  const writing = new Set<Promise<void>>()

  async function write(): Promise<void> {
    // One turn of the event loop gathers what arrived together, so that a burst is one batch.
    await new Promise(setImmediate)
    const batch = queue.slice(0, options.maxBatch)
    queue = queue.slice(options.maxBatch)
    if (batch.length > 0) await commit(batch)
  }

  /** Commits a batch; one that fails is halved until the item that cannot be stored fails alone. */
  async function commit(batch: Waiting<Item>[]): Promise<void> {
    try {
      await options.commit(batch.map((waiting) => waiting.item))
      for (const waiting of batch) waiting.done()
    } catch (reason) {
      if (batch.length === 1 || isUnavailable(reason)) {
        for (const waiting of batch) waiting.failed(reason)
        return
      }
      const half = Math.ceil(batch.length / 2)
      await commit(batch.slice(0, half))
      await commit(batch.slice(half))
    }
  }

  function start(): void {
    if (writing.size >= options.writers) return
    const one = write().finally(() => {
      writing.delete(one)
      if (queue.length > 0) start()
    })
    writing.add(one)
  }

  return {
    add(item) {
      if (queue.length >= options.maxWaiting) return Promise.reject(busy())
      return new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(busy()), options.answerWithinMs)
        queue.push({
          item,
          done: () => {
            clearTimeout(late)
            resolve()
          },
          failed: (reason) => {
            clearTimeout(late)
            reject(reason)
          },
        })
        start()
      })
    },
    async drain() {
      while (writing.size > 0) await Promise.all(writing)
    },
    waiting: () => queue.length,
  }
}
