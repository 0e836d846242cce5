import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ObjectStorage } from '#server/integrations/object-storage.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { BackupProblem } from './backup-problem.ts'
import { type CopyIndex, indexOf, isOurs, madeAtOf, type Proved, readCopies } from './copy-index.ts'
import { retained } from './retained.ts'

const DAY_MS = 24 * 3_600_000

/** One backup that is to be in the second place. */
export type CopyToSend = {
  /** The folder that it is in. */
  folder: string
  file: string
  films: string[]
  /** Which installation sends it. */
  by: string
  now: Date
  onSent(bytes: number): void
}

/**
 * Brings a backup and its films to the second place, each read back and compared before it counts as there, and takes
 * away what is not to be kept there any more. What an earlier run left unfinished is ended first.
 */
export async function sendCopy(storage: ObjectStorage, copy: CopyToSend): Promise<void> {
  const { file, films, folder } = copy
  const before = await storage.list()
  const there = new Set(before.map(({ key }) => key))
  const sends = new Set([file, ...films.map((film) => `films/${film}`)])
  await dropUnfinished(storage, (key, begunAt) => isOurs(key) && (sends.has(key) || isOld(begunAt, copy.now)))
  const known = await readCopies(storage, before)
  if (known.some((one) => one.file === file && one.by !== copy.by))
    throw new BackupProblem('Another installation keeps its backups there: choose a folder of its own.')
  let sent = 0
  const send = async (key: string): Promise<Proved> => {
    const proved = await storage.putFile(key, join(folder, key), (bytes) => copy.onSent(sent + bytes))
    sent += proved.bytes
    await readBack(storage, key, proved)
    return proved
  }
  const putIndex = (key: string, index: Proved | CopyIndex) =>
    storage.put(indexOf(key), Buffer.from(JSON.stringify(index)))
  for (const film of films) {
    const key = `films/${film}`
    if (!there.has(key) || !there.has(indexOf(key))) await putIndex(key, await send(key))
  }
  if (!known.some((one) => one.file === file))
    await putIndex(file, { ...(await send(file)), by: copy.by, films })
  await dropOld(storage, copy)
}

/** Some keys may not list what is unfinished: then the storage's own rule for it has to do. */
async function dropUnfinished(
  storage: ObjectStorage,
  isOurs: (key: string, begunAt: Date) => boolean,
): Promise<void> {
  try {
    await storage.dropUnfinished(isOurs)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
  }
}

async function readBack(storage: ObjectStorage, key: string, sent: Proved): Promise<void> {
  const sum = createHash('sha256')
  let bytes = 0
  for await (const part of storage.read(key)) {
    sum.update(part)
    bytes += part.length
  }
  if (bytes === sent.bytes && sum.digest('hex') === sent.sha256) return
  await storage.remove(key)
  throw new VendorError('What came back from the second place is not what was sent.', {
    ...{ vendor: 'The second place', kind: 'vendor-fault' },
  })
}

/** Takes away this installation's copies that are past their time, and films that no copy needs; others' stay. */
async function dropOld(storage: ObjectStorage, { by, now }: CopyToSend): Promise<void> {
  const objects = await storage.list()
  const copies = await readCopies(storage, objects)
  const keys = new Set(objects.map(({ key }) => key))
  const kept = retained(copies.filter((copy) => copy.by === by))
  const stay = copies.filter((copy) => copy.by !== by || kept.has(copy))
  for (const copy of copies) {
    if (stay.includes(copy)) continue
    // In this order what is half away is no copy any more.
    await storage.remove(indexOf(copy.file))
    await storage.remove(copy.file)
  }
  const whole = new Set(copies.map(({ file }) => file))
  for (const key of keys) {
    const madeAt = madeAtOf(key)
    if (madeAt && !keys.has(indexOf(key)) && !whole.has(key) && isOld(madeAt, now)) await storage.remove(key)
  }
  // A backup that cannot be read, or is still on its way, may need films that nobody knows of.
  if ([...keys].some((key) => madeAtOf(key) && !whole.has(key))) return
  const needed = new Set(stay.flatMap(({ films }) => films.map((film) => `films/${film}`)))
  for (const key of keys) {
    const film = key.replace(/\.json$/, '')
    if (film.startsWith('films/') && isOurs(key) && !needed.has(film)) await storage.remove(key)
  }
}

const isOld = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > DAY_MS
