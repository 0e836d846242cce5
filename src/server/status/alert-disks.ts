import { type OrderParts, orderDiskAlerts } from '#server/alerts/order-alerts.ts'
import { wasDiskTold } from '#server/alerts/store.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import { type Clock, latestNoted } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { SeenDisk } from './watch-disks.ts'

const DAY_MS = 86_400_000

/** Alerts the owner to disks with little room, whichever process looks: once a day for each disk while it lasts. */
export async function alertDisks(
  parts: OrderParts & { database: Database; clock: Clock },
  disks: SeenDisk[],
): Promise<void> {
  for (const { disk, state, folder, free, total } of onePerDisk(disks)) {
    if (state === 'ok') continue
    // Where only videos lie on it, everything else is still saved.
    const isOfFilms = disks.every((other) => other.disk !== disk || other.place === 'media')
    const kind = state === 'full' && !isOfFilms ? 'disk-full' : 'disk-low'
    const at = parts.clock.now()
    const lately = {
      since: new Date(at.getTime() - DAY_MS),
      until: latestNoted(at),
    }
    if (await wasDiskTold(parts.database, kind, folder, lately)) continue
    await parts.database.transaction().execute(async (transaction) => {
      await takeLocks(transaction, [lockOn('alerts about disks')])
      if (!(await wasDiskTold(transaction, kind, folder, lately)))
        await orderDiskAlerts(parts, transaction, { kind, folder, free, total, at })
    })
  }
}

const WORSE = ['ok', 'low', 'full']

/** Several folders may lie on one disk: each disk under its first folder, in the worst state that one of them was seen in. */
function onePerDisk(disks: SeenDisk[]): SeenDisk[] {
  const byDisk = new Map<number, SeenDisk>()
  for (const seen of disks) {
    const first = byDisk.get(seen.disk)
    if (!first) byDisk.set(seen.disk, seen)
    else if (WORSE.indexOf(seen.state) > WORSE.indexOf(first.state))
      byDisk.set(seen.disk, { ...first, state: seen.state })
  }
  return [...byDisk.values()]
}
