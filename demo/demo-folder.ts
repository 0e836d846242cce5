import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ConfigProblem } from '#server/config-values.ts'
import { endLeftovers } from '#server/platform/engine/end-leftovers.ts'
import { lockFolder } from '#server/platform/engine/folder-lock.ts'
import { makeFolder } from '#server/platform/engine/make-folder.ts'

const MARKER = 'THIS-IS-A-DEMO.txt'
const MEANING =
  'This folder belongs to `npm run demo`. Everything in it is invented; it is deleted when a demo starts or stops.\n'
const LOCK = 'postgres.lock'

/**
 * Makes an empty demo folder, or empties the one an earlier demo left behind. Any other folder that holds
 * something is left untouched and refused, and so is one whose demo is still running.
 */
export async function prepareDemoFolder(folder: string, say: (line: string) => void): Promise<void> {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) makeFolder(folder, 0o700)
  else if (!found.isDirectory()) throw notOurs(folder)
  else if (isDemoFolder(folder)) await empty(folder, say)
  else if (readdirSync(folder).length > 0) throw notOurs(folder)
  writeFileSync(join(folder, MARKER), MEANING)
}

/** Deletes a demo folder whose database has stopped. */
export function removeDemoFolder(folder: string): void {
  if (!isDemoFolder(folder)) return
  clear(folder)
  rmSync(folder, { recursive: true, force: true })
}

const isDemoFolder = (folder: string) => existsSync(join(folder, MARKER))

const notOurs = (folder: string) =>
  new ConfigProblem(
    `${folder} holds something that no demo has made, so it is left alone: set DATA_DIR to a folder that does not exist yet.`,
  )

async function empty(folder: string, say: (line: string) => void): Promise<void> {
  const lock = await lockFolder(folder)
  try {
    if (lock.abandonedSocketFolder) rmSync(lock.abandonedSocketFolder, { recursive: true, force: true })
    for (const place of [folder, clusterElsewhere(folder)])
      if (place && existsSync(join(place, 'postgres'))) await endLeftovers(join(place, 'postgres'), say)
    clear(folder)
  } finally {
    lock.release()
  }
}

/** Deletes all but the marker: with it gone, a half-emptied folder could not be told from somebody's own. */
function clear(folder: string): void {
  const elsewhere = clusterElsewhere(folder)
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true })
  for (const name of readdirSync(folder))
    if (name !== MARKER && name !== LOCK) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Where the engine put this folder's cluster, if its own account could not reach the folder. */
function clusterElsewhere(folder: string): string | undefined {
  const pointer = join(folder, 'postgres-location')
  if (!existsSync(pointer)) return undefined
  const { folder: place }: { folder?: unknown } = JSON.parse(readFileSync(pointer, 'utf8'))
  // Only a folder named as the engine names those it makes.
  return typeof place === 'string' && /^data-[0-9a-f]{12}$/.test(basename(place)) ? place : undefined
}
