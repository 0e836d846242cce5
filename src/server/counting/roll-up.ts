import type { Database } from '#server/platform/database.ts'
import { isInTheWay, isUnavailable } from '#server/platform/unavailable.ts'
import { countPending, isPending, PORTION, rollUpPortion } from './roll-up-portion.ts'
import { strikeActivity } from './set-aside.ts'
import { lockForRollup, lockStandingCounts, OthersCount } from './store.ts'

// A stop waits for whoever waits here. What takes others longer is counted afterwards.
const PATIENCE_MS = 5000

/**
 * Brings the counts by value up to date: what is pending goes into them, each portion in one transaction, so that a
 * crash loses and doubles nothing. A portion that fails is made smaller until it is one event, which others then go
 * before and which is set aside in the end: nothing is tried for ever. `patiently` waits for a rollup that is under way;
 * otherwise that one is left to it. Ends when nothing is pending, or after `atMost` portions, or, with `onlyWhatWaits`, once
 * as much is counted as was pending when it began, however much keeps coming; returns whether more may be pending.
 */
export async function rollUpPending(
  database: Database,
  {
    patiently,
    atMost = Number.POSITIVE_INFINITY,
    onlyWhatWaits = false,
  }: { patiently: boolean; atMost?: number; onlyWhatWaits?: boolean },
): Promise<boolean> {
  let size = PORTION
  let portions = 0
  let left = onlyWhatWaits ? Math.max(1, await countPending(database)) : Number.POSITIVE_INFINITY
  while (await isPending(database)) {
    if (portions >= atMost || left <= 0) return true
    try {
      if (!(await rollUpNext(database, size, patiently))) return true
      portions += 1
      left -= size
      size = Math.min(PORTION, size * 2)
    } catch (error) {
      // A smaller portion mends neither a database that is gone nor a transaction that another one was in the way of.
      if (isUnavailable(error) || isInTheWay(error)) throw error
      if (size > 1) size = Math.max(1, Math.floor(size / 8))
      else if (!(await strikeActivity(database, error, portions > 0))) throw error
    }
  }
  return false
}

async function rollUpNext(database: Database, size: number, patiently: boolean): Promise<boolean> {
  try {
    return await database.transaction().execute(async (transaction) => {
      if (!(await lockForRollup(transaction, patiently, PATIENCE_MS))) return false
      // Whoever makes them anew, or goes on with that after a stop, counts what waits of those it comes to.
      if (!(await lockStandingCounts(transaction, PATIENCE_MS))) return false
      await rollUpPortion(transaction, size)
      return true
    })
  } catch (error) {
    if (error instanceof OthersCount) return false
    throw error
  }
}
