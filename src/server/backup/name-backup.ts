import { createHmac } from 'node:crypto'

/** A moment as it stands in a file's name, in UTC. */
export const stampOf = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')

/**
 * The name of a new backup's file: what it is for, and when it was made. With `mark` it also says which installation made
 * it, so that two of them in one folder never write to one file.
 */
export const nameBackup = (
  what: 'by-hand' | 'nightly' | 'dashboard' | 'before-restore' | `before-upgrade-from-${string}`,
  at: Date,
  mark?: string,
): string => `${what}-${stampOf(at)}${mark === undefined ? '' : `-${mark}`}.leadline`

/** By what an installation knows its own safety copies among those of others in the same folder. */
export const safetyMark = (secret: string): string =>
  createHmac('sha256', secret).update('safety copies in a folder').digest('hex').slice(0, 8)
