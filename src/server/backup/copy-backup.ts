import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { namesIn } from './kept-films.ts'

/**
 * Copies files of the backups' folder to a second one, each whole or not at all; those that are there already are not
 * copied again. Says in a sentence why it could not be done; null where all is there.
 */
export async function copyBackup(from: string, to: string, files: string[]): Promise<string | null> {
  try {
    // Where another disk is not mounted there is an empty place, which must not fill this one.
    await stat(to)
    for (const file of files) await copyOnce(join(from, file), join(to, file))
    return null
  } catch (error) {
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

async function copyOnce(from: string, to: string): Promise<void> {
  const there = await stat(to).catch(() => undefined)
  if (there?.size === (await stat(from)).size) return
  const draft = `${to}.part`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await copyFile(from, draft)
    const copied = await open(draft, 'r+')
    try {
      await copied.sync()
    } finally {
      await copied.close()
    }
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** Takes away from the second folder what the first one no longer keeps; a folder that cannot be reached is left alone. */
export async function mirrorDeletions(from: string, to: string): Promise<void> {
  for (const [folder, isOurs] of [
    ['', /^(nightly|dashboard)-.*\.leadline$/],
    ['films', /^[0-9a-f]{64}-\d{1,4}$/],
  ] as const) {
    const kept = new Set(await namesIn(join(from, folder)))
    for (const name of await namesIn(join(to, folder)).catch(() => []))
      if (isOurs.test(name) && !kept.has(name))
        await rm(join(to, folder, name), { force: true }).catch(() => {})
  }
}
