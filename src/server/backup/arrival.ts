import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { Arrival } from '#contract/backups.ts'
import { isMissing, readableSize, roomIn } from '#server/films/film-folder.ts'
import { Refusal } from '#server/platform/refusal.ts'

/*
 * One backup's file at a time comes from elsewhere. It is no data of the installation, which a restore replaces: so how it
 * stands is noted beside it, in a folder of its own among the backups.
 */

const Noted = Arrival.omit({ arrived: true })
type Noted = z.output<typeof Noted>

const WAITS_MS = 24 * 3_600_000
// Whoever works on it says so this often; one that fell silent has ended.
const TOUCH_MS = 10_000
const SILENT_MS = 60_000

const folderOf = (backups: string): string => join(backups, 'arrived')
const noteOf = (backups: string): string => join(folderOf(backups), 'arrival.json')
const placeOf = (backups: string, id: string): string => join(folderOf(backups), id)

/** The file of what arrived; its films lie beside it as they do beside other backups. */
export const arrivalPath = (backups: string, id: string): string =>
  join(placeOf(backups, id), 'backup.leadline')

/** What arrived or is arriving; undefined where nothing is. */
export async function readArrival(backups: string): Promise<Arrival | undefined> {
  const noted = await readNoted(backups)
  if (!noted) return undefined
  const isSilent = Date.now() - noted.touchedAt.getTime() > SILENT_MS
  if (isSilent && noted.state === 'arriving' && noted.from === 'second-place')
    return {
      ...noted.arrival,
      state: 'refused',
      arrived: 0,
      problem: 'The server ended while it was fetched.',
    }
  const state = isSilent && noted.state === 'checking' ? 'arrived' : noted.state
  return { ...noted.arrival, state, arrived: await bytesIn(placeOf(backups, noted.id)) }
}

async function readNoted(backups: string) {
  try {
    const path = noteOf(backups)
    const arrival = Noted.parse(JSON.parse(await readFile(path, 'utf8')))
    return { ...arrival, arrival, touchedAt: (await stat(path)).mtime }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  try {
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
      if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return bytes
}

/** Makes room for a file from elsewhere in place of what came before; refuses what the disk has no room for. */
export async function beginArrival(
  backups: string,
  { name, from, bytes }: Pick<Arrival, 'name' | 'from' | 'bytes'>,
): Promise<string> {
  const before = await readArrival(backups)
  if (before?.state === 'checking')
    throw new Refusal('conflict', 'A file is being checked just now. Wait for it, or remove it first.')
  await dropArrival(backups)
  await mkdir(folderOf(backups), { recursive: true, mode: 0o700 })
  const room = await roomIn(folderOf(backups))
  if (bytes > room) throw noRoom(room)
  const id = randomBytes(16).toString('hex')
  await mkdir(placeOf(backups, id), { mode: 0o700 })
  await writeFile(arrivalPath(backups, id), '', { mode: 0o600 })
  await note(backups, { id, name, from, state: 'arriving', bytes, madeAt: null, problem: null })
  return id
}

/** The refusal of what the disk has no room for. */
export const noRoom = (room: number): Refusal =>
  new Refusal(
    'no-room',
    `The server has room for ${readableSize(Math.max(0, room))} more, and this backup needs more. Ask whoever runs it for a larger disk.`,
  )

/** Notes how it stands, where it is still the one that is there. */
export async function noteArrival(
  backups: string,
  id: string,
  change: Partial<Pick<Arrival, 'state' | 'madeAt' | 'problem'>>,
): Promise<void> {
  const noted = await readNoted(backups)
  if (noted?.id === id) await note(backups, { ...noted.arrival, ...change })
}

async function note(backups: string, arrival: Noted): Promise<void> {
  const draft = `${noteOf(backups)}.part`
  await writeFile(draft, JSON.stringify(arrival), { mode: 0o600 })
  await rename(draft, noteOf(backups))
}

/** Says as long as some work lasts that somebody is at it. */
export async function whileTouching<Result>(backups: string, work: () => Promise<Result>): Promise<Result> {
  const touch = () => void utimes(noteOf(backups), new Date(), new Date()).catch(() => {})
  const timer = setInterval(touch, TOUCH_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Keeps why it cannot be used, and nothing else of it. */
export async function refuseArrival(backups: string, id: string, problem: string): Promise<void> {
  await rm(placeOf(backups, id), { recursive: true, force: true })
  await noteArrival(backups, id, { state: 'refused', problem })
}

/** Deletes what arrived, or is arriving. */
export const dropArrival = (backups: string): Promise<void> =>
  rm(folderOf(backups), { recursive: true, force: true })

/** Deletes what nobody went on with for a day. */
export async function sweepArrival(backups: string): Promise<void> {
  const noted = await readNoted(backups).catch(() => undefined)
  if (noted && Date.now() - noted.touchedAt.getTime() > WAITS_MS) await dropArrival(backups)
}
