import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { deadlineInTurns } from './deadline.ts'
import { Refusal } from './refusal.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const open = () => deadlineInTurns({ quietMs: 1800, atMostMs: 8000 })

test('refuses as busy what waits while nothing comes to an end', async () => {
  const inTurn = open()
  const ended = outcomes([inTurn(after(60_000, 'late')), inTurn(after(60_000, 'late'))])
  await vi.advanceTimersByTimeAsync(1799)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toEqual(['busy', 'busy'])
})

test('lets a crowd wait as long as one after the other comes to an end, refused ones too', async () => {
  const inTurn = open()
  const works = [
    after(1500, 'first'),
    after(3000, new Refusal('conflict', 'Taken.')),
    after(4500, 'third'),
    after(60_000, 'late'),
  ]
  const ended = outcomes(works.map(inTurn))
  await vi.advanceTimersByTimeAsync(6299)
  expect(ended).toEqual(['first', 'conflict', 'third'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toEqual(['first', 'conflict', 'third', 'busy'])
})

test('lets nobody wait for longer than the crowd is worth', async () => {
  const inTurn = open()
  const ended = outcomes(Array.from({ length: 12 }, (_, nth) => inTurn(after(1000 * (nth + 1), nth))))
  await vi.advanceTimersByTimeAsync(8000)
  expect(ended.filter((one) => one === 'busy').length).toBeGreaterThanOrEqual(4)
  expect(ended).toHaveLength(12)
})

test('takes no end for a sign of life that only says that the database is gone', async () => {
  const inTurn = open()
  const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const ended = outcomes([inTurn(after(1000, gone)), inTurn(after(60_000, 'late'))])
  await vi.advanceTimersByTimeAsync(1800)
  expect(ended).toEqual(['ECONNREFUSED', 'busy'])
})

/** Work that ends after `ms`, with a value or with an error. */
function after(ms: number, end: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (end instanceof Error ? reject(end) : resolve(end)), ms)
  })
}

/** What each of them ended with, as it ends: its value or its error's code. */
function outcomes(works: Promise<unknown>[]): unknown[] {
  const ended: unknown[] = []
  for (const work of works)
    work.then(
      (value) => ended.push(value),
      (error: { code?: string }) => ended.push(error.code),
    )
  return ended
}
