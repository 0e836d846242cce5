/** The name of a new backup's file: what it is for, and when it was made, in UTC. */
export const nameBackup = (what: 'by-hand' | 'nightly' | 'dashboard' | 'before-restore', at: Date): string =>
  `${what}-${at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}.leadline`
