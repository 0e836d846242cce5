import { createHmac } from 'node:crypto'

/** A moment as it stands in a file's name, in UTC. */
export const stampOf = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')

/**
 * The name of a new backup's file: what it is for, when it was begun, and where the installation's secret is known, which one
 * made it: two of them in one folder may begin in one second.
 */
export const nameBackup = (
  what: 'by-hand' | 'nightly' | 'dashboard' | 'before-restore' | `before-upgrade-from-${string}`,
  at: Date,
  secret: string | undefined,
): string => `${what}-${stampOf(at)}${secret === undefined ? '' : `-${folderMark(secret)}`}.leadline`

/** By what an installation knows its own files among those of others in the same folder. */
export const folderMark = (secret: string): string =>
  createHmac('sha256', secret).update('safety copies in a folder').digest('hex').slice(0, 8)
