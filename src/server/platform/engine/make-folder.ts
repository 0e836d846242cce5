import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder of the given mode, and those above it as the system makes them. Throws what the system says.
 * (Node's own `recursive` gives missing parents the private mode too, and reports a read-only disk as missing.)
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    if (statSync(folder).isDirectory()) return
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT')) throw failure
    makeFolder(dirname(folder))
  }
  mkdirSync(folder, mode)
}
