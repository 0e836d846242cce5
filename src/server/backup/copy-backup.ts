import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DiskLimits } from '#server/status/watch-disks.ts'
import { BackupProblem } from './backup-problem.ts'
import { clearFilmDrafts, isSilent } from './clear-drafts.ts'
import { withDiskReserve } from './keep-disk-reserve.ts'
import { retained } from './retained.ts'
import type { BackupRow } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** What is copied, in this order. */
type ToCopy = {
  files: string[]
  limits?: (() => DiskLimits) | undefined
  /** Breaks it off. */
  signal?: AbortSignal | undefined
}

/**
 * Copies files of the backups' folder to a second one, each whole or not at all; those that are there already are not
 * copied again, and what would fill the disk there is broken off. Says in a sentence why it could not be done; null where
 * all is there.
 */
export async function copyBackup(
  from: string,
  to: string,
  { files, limits, signal }: ToCopy,
): Promise<string | null> {
  try {
    // Where another disk is not mounted there is an empty place, which must not fill this one.
    await stat(to)
    for (const file of files) await copyOnce(join(from, file), join(to, file), { limits, signal })
    return null
  } catch (error) {
    if (error instanceof BackupProblem) return `It was not copied to ${to}: there is too little room there.`
    if (error instanceof NameTaken)
      return `It was not copied to ${to}: another backup of that name is there: give each installation a folder of its own.`
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why: Record<string, string> = {
      ENOENT: 'that folder is not there',
      ENOSPC: 'the disk there is full',
      EDQUOT: 'the disk there is full',
      EACCES: 'it may not be written to',
      EPERM: 'it may not be written to',
      EROFS: 'it may not be written to',
    }
    return `It was not copied to ${to}: ${why[code] ?? `the copy failed (${code || 'unknown'})`}.`
  }
}

/** What has the name of a copy is another backup. */
class NameTaken extends Error {}

const HEAD_BYTES = 4096

/** Whether two files were written by one encryption, which each begins with random bytes of its own. */
async function beginAlike(...paths: string[]): Promise<boolean> {
  const [one, other] = await Promise.all(
    paths.map(async (path) => {
      const file = await open(path, 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    }),
  )
  if (!one || !other) return false
  const both = Math.min(one.length, other.length)
  return one.subarray(0, both).equals(other.subarray(0, both))
}

async function copyOnce(
  from: string,
  to: string,
  { limits, signal }: Pick<ToCopy, 'limits' | 'signal'>,
): Promise<void> {
  signal?.throwIfAborted()
  const there = await stat(to).catch(() => undefined)
  // A film's name says what is in it; that of a backup says when it was begun, which two may have been at once.
  if (there && from.endsWith('.leadline') && !(await beginAlike(from, to))) throw new NameTaken()
  if (there?.size === (await stat(from)).size) return
  const draft = `${to}.part`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    // A folder that another program carries away from here may be on the disk that the site is served from.
    const room = { folder: dirname(to), limits, whileServing: true }
    await pipeline(
      createReadStream(from),
      (bytes: AsyncIterable<Buffer>) => withDiskReserve(bytes, room),
      createWriteStream(draft, { mode: 0o600, flush: true }),
      { signal },
    )
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** A backup's own files as they are copied: its films first, so that a process that ends meanwhile leaves no copy that lacks them. */
export const filesOf = ({ file, films }: Pick<BackupRow, 'file' | 'films'>): string[] => [
  ...films.map((film) => join('films', film)),
  file,
]

/**
 * Takes away from the second folder the copies that are past their time there or were never proved, with the films that
 * none there needs. Only what the database knows goes: a server that begins anew must not empty the folder that it is to be
 * restored from. Returns the copies that stay; undefined where the folder cannot be reached.
 */
export async function dropOldCopies(
  to: string,
  rows: readonly Pick<BackupRow, 'file' | 'films' | 'started_at' | 'state' | 'copy_problem'>[],
): Promise<Set<string> | undefined> {
  const names = await readdir(to).catch(() => undefined)
  if (!names) return undefined
  const there = new Set(names)
  const remove = async (name: string) => {
    if (there.has(name) && (await isRemoved(join(to, name)))) there.delete(name)
  }
  // What a process that ended while it copied has left.
  for (const { file, state } of rows) {
    if (state !== 'running') await remove(`${file}.part`)
    if (state === 'failed') await remove(file)
  }
  // Of what a stop broke off the database knows nothing, and what nobody has written to for a day nobody brings any more.
  for (const name of names)
    if (/^(nightly|dashboard)-.*\.leadline\.part$/.test(name) && (await isSilent(join(to, name), DAY_MS)))
      await remove(name)
  await clearFilmDrafts(to, DAY_MS).catch(() => {})
  // One that could not be copied is not there: what has its name may be another installation's.
  const known = rows.filter(
    ({ file, state, copy_problem }) => state === 'proved' && copy_problem === null && there.has(file),
  )
  const kept = retained(known)
  for (const copy of known) if (!kept.has(copy)) await remove(copy.file)
  const stay = new Map(known.filter(({ file }) => there.has(file)).map(({ file, films }) => [file, films]))
  // Which films a backup needs that somebody else brought, or brings just now, is not known.
  const hasUnknown = [...there].some((name) => name.includes('.leadline') && !stay.has(name))
  if (!hasUnknown) {
    const needed = new Set([...stay.values()].flat())
    for (const name of await readdir(join(to, 'films')).catch(() => []))
      if (/^[0-9a-f]{64}-\d{1,4}$/.test(name) && !needed.has(name)) await isRemoved(join(to, 'films', name))
  }
  return new Set(stay.keys())
}

const isRemoved = (path: string): Promise<boolean> =>
  rm(path, { force: true }).then(
    () => true,
    () => false,
  )
