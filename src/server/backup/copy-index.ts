import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { ObjectStorage, StoredObject } from '#server/integrations/object-storage.ts'

/** Bytes and SHA-256 of an object as it was sent and read back. */
const Proved = z.object({ bytes: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type Proved = z.output<typeof Proved>

/** What lies beside a backup in the second place once all of it is there. */
const CopyIndex = Proved.extend({
  /** Which installation brought it. */
  by: z.string(),
  films: z.array(z.string().regex(/^[0-9a-f]{64}-\d{1,4}$/)),
})
export type CopyIndex = z.output<typeof CopyIndex>

/** A backup in the second place that is there whole. */
export type KeptCopy = CopyIndex & { file: string; started_at: Date }

const BACKUP_FILE = /^(?:nightly|dashboard)-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-[0-9a-f]{8})?\.leadline$/
const FILM = /^films\/[0-9a-f]{64}-\d{1,4}$/

/** When a backup was begun, as its file's name says; undefined where the file is none. */
export function madeAtOf(file: string): Date | undefined {
  const [, day, hours, minutes, seconds] = BACKUP_FILE.exec(file) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** Where the index of an object lies. */
export const indexOf = (key: string): string => `${key}.json`

/** Whether a key is one that copies have. */
export const isOurs = (key: string): boolean => {
  const object = key.replace(/\.json$/, '')
  return madeAtOf(object) !== undefined || FILM.test(object)
}

/** By what an installation knows its own copies again. */
export const installationMark = (secret: string): string =>
  createHmac('sha256', secret).update('copies in the second place').digest('hex').slice(0, 16)

/** The backups that are there whole, newest first. Fails where what lies beside one of them cannot be read. */
export async function readCopies(storage: ObjectStorage, objects: StoredObject[]): Promise<KeptCopy[]> {
  const keys = new Set(objects.map(({ key }) => key))
  const copies: KeptCopy[] = []
  for (const { key: file } of objects) {
    const started_at = madeAtOf(file)
    if (!started_at || !keys.has(indexOf(file))) continue
    const index = CopyIndex.safeParse(await readJson(storage, indexOf(file)))
    if (index.success) copies.push({ ...index.data, file, started_at })
  }
  return copies.sort((a, b) => b.started_at.getTime() - a.started_at.getTime())
}

/** What a film was when it was sent. */
export const readProved = async (storage: ObjectStorage, key: string): Promise<Proved | undefined> =>
  Proved.safeParse(await readJson(storage, indexOf(key))).data

const LONGEST = 1_000_000

async function readJson(storage: ObjectStorage, key: string): Promise<unknown> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of storage.read(key)) {
    parts.push(part)
    bytes += part.length
    if (bytes > LONGEST) return undefined
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return undefined
  }
}
