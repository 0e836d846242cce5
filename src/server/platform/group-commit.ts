import { busy } from './refusal.ts'
import { isUnavailable } from './unavailable.ts'

/** Collects single items into batches; each `add` resolves once the batch of its item is committed. */
export type GroupCommit<Item> = { add(item: Item): Promise<void>; drain(): Promise<void>; waiting(): number }

type Waiting<Item> = { item: Item; done(): void; failed(reason: unknown): void }

/** Lets everybody in a batch know how it went. */
type Answer = () => void

/**
 * Answers after the commit, at the price of one commit per batch. While a batch is being written
 * the next one gathers, so batches grow with the load by themselves. `add` refuses with `busy` when more than
 * `maxWaiting` items wait, or when an item has no answer within `answerWithinMs`.
 */
export function createGroupCommit<Item>(options: {
  commit(items: Item[]): Promise<void>
  maxBatch: number
  /** How many batches may be on their way at once. */
  onTheirWay: number
  /** How many items make a batch worth being sent behind others; fewer wait for more to come. */
  worthSending: number
  maxWaiting: number
  answerWithinMs: number
}): GroupCommit<Item> {
  let queue: Waiting<Item>[] = []
  const writing = new Set<Promise<void>>()

  /** Whether a batch is worth being sent behind those that are on their way; with none on its way any batch is. */
  const isWorthSending = (others: number) => queue.length >= (others > 0 ? options.worthSending : 1)

  async function write(): Promise<void> {
    // One turn of the event loop gathers what arrived together, so that a burst is one batch.
    await new Promise(setImmediate)
    let answer: Answer = () => {}
    while (isWorthSending(writing.size - 1)) {
      const batch = queue.slice(0, options.maxBatch)
      queue = queue.slice(options.maxBatch)
      const committed = commit(batch)
      // The answers of one batch are written while the next is on its way to the disk: neither side waits.
      setImmediate(answer)
      answer = await committed
    }
    answer()
  }

  /** Commits a batch; one that fails is halved until the item that cannot be stored fails alone. */
  async function commit(batch: Waiting<Item>[]): Promise<Answer> {
    try {
      await options.commit(batch.map((waiting) => waiting.item))
      return () => {
        for (const waiting of batch) waiting.done()
      }
    } catch (reason) {
      if (batch.length === 1 || isUnavailable(reason))
        return () => {
          for (const waiting of batch) waiting.failed(reason)
        }
      const half = Math.ceil(batch.length / 2)
      const answers = [await commit(batch.slice(0, half)), await commit(batch.slice(half))]
      return () => {
        for (const answer of answers) answer()
      }
    }
  }

  function start(): void {
    if (writing.size >= options.onTheirWay || !isWorthSending(writing.size)) return
    const one = write().finally(() => {
      writing.delete(one)
      start()
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
      while (writing.size > 0) await Promise.race(writing)
    },
    waiting: () => queue.length,
  }
}
