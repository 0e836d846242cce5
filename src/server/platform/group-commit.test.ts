import { describe, expect, it } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

const patient = { maxBatch: 100, onTheirWay: 1, worthSending: 1, maxWaiting: 1000, answerWithinMs: 5000 }

/** A commit that can be held back and let go. */
function heldCommit() {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const commit = (items: number[]) => {
    batches.push(items)
    return new Promise<void>((resolve) => gates.push(resolve))
  }
  return { batches, commit, letGo: () => gates.shift()?.() }
}

/** Some turns of the event loop: counted, as a timer may go off before what a turn gathers was sent. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate)
}

describe('group commit', () => {
  it('answers nobody before the batch is committed, and then everybody in it', async () => {
    const { batches, commit, letGo } = heldCommit()
    const group = createGroupCommit<number>({ ...patient, commit })
    const answered: number[] = []
    const all = [1, 2, 3].map((item) => group.add(item).then(() => answered.push(item)))
    await turn()
    expect(batches).toEqual([[1, 2, 3]])
    expect(answered).toEqual([])
    letGo()
    await Promise.all(all)
    expect(answered).toEqual([1, 2, 3])
  })

  it('gathers what arrives during a commit into the next batch', async () => {
    const { batches, commit, letGo } = heldCommit()
    const group = createGroupCommit<number>({ ...patient, commit })
    const first = group.add(1)
    await turn()
    const later = [group.add(2), group.add(3)]
    letGo()
    await first
    await turn()
    letGo()
    await Promise.all(later)
    expect(batches).toEqual([[1], [2, 3]])
  })

  it('sends a batch behind another once it is worth it, and never more than may be on their way', async () => {
    const { batches, commit, letGo } = heldCommit()
    const group = createGroupCommit<number>({ ...patient, commit, onTheirWay: 2, worthSending: 3 })
    const all = [group.add(1)]
    await turn()
    all.push(group.add(2), group.add(3))
    await turn()
    expect(batches).toEqual([[1]])
    all.push(group.add(4))
    await turn()
    expect(batches).toEqual([[1], [2, 3, 4]])
    all.push(...[5, 6, 7, 8].map(group.add))
    await turn()
    expect(batches).toHaveLength(2)
    letGo()
    await turn()
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7, 8]])
    all.push(group.add(9))
    const drained = group.drain()
    for (let sent = 0; sent < 3; sent += 1) {
      letGo()
      await turn()
    }
    await Promise.all(all)
    await drained
    expect(batches.at(-1)).toEqual([9])
  })

  it('refuses with "busy" when too many wait, and when the answer takes too long', async () => {
    const { commit } = heldCommit()
    const group = createGroupCommit<number>({ ...patient, commit, maxWaiting: 2, answerWithinMs: 30 })
    const waiting = [group.add(1), group.add(2)]
    await expect(group.add(3)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 })
    for (const one of waiting) await expect(one).rejects.toMatchObject({ code: 'busy' })
  })

  it('fails everybody in a batch that cannot be committed, and goes on with the next', async () => {
    let isBroken = true
    const commit = async () => {
      if (isBroken) throw new Error('no disk')
    }
    const group = createGroupCommit<number>({ ...patient, commit })
    const outcomes = await Promise.allSettled([1, 2].map((item) => group.add(item)))
    expect(outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new Error('no disk') })))
    isBroken = false
    await group.add(3)
  })

  it('lets an item that cannot be stored fail alone; those that came with it are stored once', async () => {
    const stored: number[] = []
    const commit = async (items: number[]) => {
      if (items.includes(13)) throw new Error('13 cannot be stored')
      stored.push(...items)
    }
    const group = createGroupCommit<number>({ ...patient, commit })
    const items = Array.from({ length: 40 }, (_, item) => item)
    const outcomes = await Promise.allSettled(items.map((item) => group.add(item)))
    expect(items.filter((item) => outcomes[item]?.status === 'rejected')).toEqual([13])
    expect(stored.toSorted((a, b) => a - b)).toEqual(items.filter((item) => item !== 13))
  })

  it('does not try a batch in pieces while the database is away', async () => {
    let tries = 0
    const commit = async () => {
      tries += 1
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    }
    const group = createGroupCommit<number>({ ...patient, commit })
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(tries).toBe(1)
  })
})
