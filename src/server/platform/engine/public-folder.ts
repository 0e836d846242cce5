import { mkdirSync } from 'node:fs'
import { EngineProblem } from './engine-problem.ts'
import { canReach, type EngineUser } from './engine-user.ts'

const BASES = ['/var/lib/leadline', '/opt/leadline', '/srv/leadline']

/**
 * A lasting folder outside root's private ones that the engine's account can pass into.
 * Used when the project or the data folder cannot be reached by that account.
 */
export function publicFolder(user: EngineUser): string {
  const found = BASES.find((base) => {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 })
      return canReach(user, base)
    } catch {
      return false
    }
  })
  if (found) return found
  throw new EngineProblem(
    `PostgreSQL refuses to run as root and ${user.name} cannot reach this folder: move it out of root's private folders, or start from an ordinary account.`,
  )
}
