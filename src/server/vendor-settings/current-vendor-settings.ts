import type { Vendor } from '#contract/connections.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { type EnteredSettings, openSettings, placeOf } from './read-stored-settings.ts'
import { sealOf } from './seal.ts'
import { deleteVendorSettings, readVendorSettings, writeVendorSetting } from './store.ts'

/** For whom something is kept: a vendor, or the product’s own backups and their second place. */
type Keeper = Vendor | 'backup' | 'second-place'

/** What the owner entered for vendors, as every request of this process may read it without asking the database. */
export type CurrentVendorSettings = {
  /** What was entered for a vendor; undefined where nothing was. The same object until something changes. */
  of(vendor: Keeper): EnteredSettings | undefined
  /** Replaces plain values, and the secrets that are given; others stay. `also` is done in the same transaction. */
  change(
    vendor: Keeper,
    entered: { values: Record<string, string>; secrets: Record<string, string> },
    also?: (transaction: Queryable) => Promise<void>,
  ): Promise<void>
  /** Forgets what was entered for a vendor: everything, or the names given. */
  remove(vendor: Keeper, names?: string[]): Promise<void>
  /** Resolves once this process knows what is stored at this moment, whichever process it was entered in. */
  refresh(): Promise<void>
  /** Tells of each change, whichever process made it; returns what ends that. */
  subscribe(listener: () => void): () => void
  stop(): void
}

// A notification may be lost with its connection, or never come through a pool of connections: this is how long another
// process can then be behind.
const AGAIN_MS = 1500

/**
 * Reads what was entered for vendors and keeps it: this process's own changes at once, another's within about a second.
 * Secrets are stored sealed under a key that is derived from SECRET.
 */
export async function keepVendorSettings(parts: {
  database: Database
  live: Live
  secret: string
  now(): Date
  onProblem(error: unknown): void
}): Promise<CurrentVendorSettings> {
  const { database, live } = parts
  const seal = sealOf(parts.secret)
  let current = new Map<string, EnteredSettings>()
  let drawnFrom = ''
  const listeners = new Set<() => void>()

  async function read(): Promise<void> {
    const rows = await readVendorSettings(database)
    const state = JSON.stringify(rows)
    if (state === drawnFrom) return
    current = openSettings(rows, seal)
    drawnFrom = state
    for (const listener of listeners) listener()
  }
  // One at a time, so that what was read earlier never comes after what was read later.
  let running: Promise<void> = read()
  await running
  let waiting = 0
  const readAgain = (): Promise<void> => {
    waiting += 1
    const next = running.then(read).finally(() => {
      waiting -= 1
    })
    running = next.catch(() => {})
    return next
  }
  let isFailing = false
  const again = () =>
    void readAgain().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        // While the database is away this is looked for again and again: once is enough to say so.
        if (!isFailing) parts.onProblem(error)
        isFailing = true
      },
    )
  const unsubscribe = live.subscribe((topics) => {
    if (topics.includes('settings')) again()
  })
  // A database that hangs must not find a queue of the same question once it goes on.
  const timer = setInterval(() => waiting === 0 && again(), AGAIN_MS)
  const changed = async () => {
    await readAgain()
    live.changed('settings')
    live.changed('connections')
  }
  return {
    of: (vendor) => current.get(vendor),
    async change(vendor, { values, secrets }, also) {
      const updated_at = parts.now()
      await database.transaction().execute(async (transaction) => {
        for (const [name, value] of Object.entries(values))
          await writeVendorSetting(transaction, { vendor, name, value, sealed: null, updated_at })
        for (const [name, secret] of Object.entries(secrets)) {
          const sealed = seal.close(secret, placeOf(vendor, name))
          await writeVendorSetting(transaction, { vendor, name, value: null, sealed, updated_at })
        }
        await also?.(transaction)
      })
      await changed()
    },
    async remove(vendor, names) {
      await deleteVendorSettings(database, vendor, names)
      await changed()
    },
    refresh: readAgain,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      unsubscribe()
      clearInterval(timer)
    },
  }
}
