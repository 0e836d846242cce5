import { expect, it } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

it('runs two at once and three after them, in order, and refuses who comes then', async () => {
  const inTurn = fewAtOnce({ atOnce: 2, waiting: 3 })
  const begun: number[] = []
  const ends: ((fails?: boolean) => void)[] = []
  const work = (name: number) => () => {
    begun.push(name)
    return new Promise<number>((resolve, reject) =>
      ends.push((fails) => (fails ? reject(new Error(`${name} failed`)) : resolve(name))),
    )
  }
  const ended = Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((name) => inTurn(work(name))))
  expect(begun).toEqual([1, 2])
  // One that fails leaves its place like any other.
  ends[1]?.(true)
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends[0]?.()
  ends[2]?.()
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 5])
  const last = inTurn(work(8))
  expect(begun).toHaveLength(5)
  ends[3]?.()
  ends[4]?.()
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 5, 8])
  ends[5]?.()
  expect(await last).toBe(8)
  expect(await ended).toMatchObject([
    { value: 1 },
    { reason: { message: '2 failed' } },
    ...[{ value: 3 }, { value: 4 }, { value: 5 }],
    ...Array(2).fill({ reason: { code: 'busy', retryAfterSeconds: 2 } }),
  ])
  expect(await inTurn(async () => 'free again')).toBe('free again')
})
