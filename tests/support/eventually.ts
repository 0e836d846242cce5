import { setTimeout as pause } from 'node:timers/promises'

/** Looks until `look` gives something other than undefined or false, and returns that; throws after `patienceMs`. */
export async function waitFor<Found>(
  what: string,
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  patienceMs = 60_000,
): Promise<Found> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs} ms in vain: ${what}`)
    await pause(50)
  }
}
