import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from './kept-films.ts'

const SILENT_MS = 3_600_000

/**
 * Takes away what a command that was ended, or a process that was killed, had begun to write. A command may be at work
 * beside the product: what it wrote to within the last hour stays.
 */
export async function clearDrafts(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!/^(by-hand|before-restore)-.*\.leadline\.part$/.test(name)) continue
    const path = join(folder, name)
    const there = await stat(path).catch(() => undefined)
    if (there && Date.now() - there.mtimeMs > SILENT_MS) await rm(path, { force: true })
  }
}
