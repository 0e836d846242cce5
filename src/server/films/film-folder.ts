import type { Stats } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { explainFailure } from '#server/platform/engine/explain-failure.ts'
import { makeFolder } from '#server/platform/engine/make-folder.ts'
import { Refusal } from '#server/platform/refusal.ts'

const MEGABYTE = 1024 * 1024
// Twice what is left where a disk counts as full: with less, visitors would be refused because a film was taken.
const KEPT_FREE = 256 * MEGABYTE
const KEPT_SHARE = 0.2

/** Where films are on disk: what plays, and what is still arriving. */
export type FilmFolder = {
  /** A file of a stored film: the film itself, or the index that was moved to its beginning. */
  film(name: string): string
  upload(id: string): string
  filmsPath: string
  uploadsPath: string
  /** Makes the folders; to be called before anything is written. */
  prepare(): Promise<void>
  /** How many bytes can still be taken without the disk running full. */
  room(): Promise<number>
}

/** The folders of films inside the media folder. */
export function filmFolder(mediaDir: string): FilmFolder {
  const filmsPath = join(mediaDir, 'films')
  const uploadsPath = join(mediaDir, 'uploads')
  return {
    filmsPath,
    uploadsPath,
    film: (name) => join(filmsPath, name),
    upload: (id) => join(uploadsPath, id),
    async prepare() {
      for (const path of [filmsPath, uploadsPath]) makeFolder(path)
    },
    room: () => roomIn(uploadsPath),
  }
}

/** Makes the folders of films where they can be written; else throws one sentence that names `MEDIA_DIR`. */
export async function prepareMedia(mediaDir: string): Promise<void> {
  const folder = filmFolder(mediaDir)
  try {
    await folder.prepare()
    for (const path of [folder.filmsPath, folder.uploadsPath]) await access(path, constants.W_OK)
  } catch (error) {
    throw explainFailure(error, mediaDir, 'MEDIA_DIR')
  }
}

/** How much of a disk of so many bytes is left free by what arrives on it. */
export const keptFree = (total: number): number => Math.min(KEPT_FREE, total * KEPT_SHARE)

/** How many bytes the disk of a folder can still take without running full. */
export async function roomIn(path: string): Promise<number> {
  const { bsize, bavail, blocks } = await statfs(path)
  return bavail * bsize - keptFree(blocks * bsize)
}

/** The size of a file, or undefined where there is none. */
export const sizeOf = async (path: string): Promise<number | undefined> => (await statOf(path))?.size

/** When a file was last written to, or undefined where there is none. */
export const lastWritten = async (path: string): Promise<Date | undefined> => (await statOf(path))?.mtime

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const hasCode = (error: unknown, codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/**
 * Where the bytes of an upload are, and how many; undefined where they are gone. One that arrived whole may stand among the
 * films already: a process that ended, or lost the database, while it made it one did not get to say so.
 */
export async function arrivedOf(
  folder: FilmFolder,
  { id, bytes }: { id: string; bytes: number },
): Promise<{ path: string; size: number } | undefined> {
  const path = folder.upload(id)
  const size = await sizeOf(path)
  if (size !== undefined) return { path, size }
  for (const moved of [folder.film(`${id}.mp4`), folder.film(`${id}.webm`)])
    if ((await sizeOf(moved)) === bytes) return { path: moved, size: bytes }
  return undefined
}

/** Whether a file is not there. */
export const isMissing = (error: unknown): boolean => hasCode(error, ['ENOENT'])

/** Whether the disk, or what of it may be used, is full. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, ['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What the owner reads where the folder of films does not work as it is; every other error as it is. */
export const explainFolder = (error: unknown): unknown =>
  hasCode(error, ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EIO', 'ESTALE', 'ENOTCONN'])
    ? new Refusal(
        'unexpected',
        'The server cannot write to its folder of videos. Whoever runs it finds that folder under MEDIA_DIR.',
      )
    : error

/** Bytes as people read them: `3.9 GB`, `120 MB`. */
export const readableSize = (bytes: number): string =>
  bytes >= 1024 * MEGABYTE
    ? `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`
    : `${Math.max(0, Math.floor(bytes / MEGABYTE))} MB`

/** The refusal for a film that does not fit on the disk. */
export const noRoom = (room: number): Refusal =>
  new Refusal(
    'no-room',
    `The server has room for ${readableSize(room)} more, and this video needs more. Export it smaller (1080p, about 5 Mbit/s), delete a video you no longer use, or ask for a larger disk.`,
  )
