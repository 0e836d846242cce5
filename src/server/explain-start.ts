import { BackupProblem } from './backup/backup-problem.ts'
import { ConfigProblem } from './config.ts'
import { EngineProblem } from './platform/engine/engine-problem.ts'
import { DataProblem } from './platform/migrate.ts'
import { Refusal } from './platform/refusal.ts'

/** Why a start failed: one clear sentence where an engineer can mend it, else the error with its stack. */
export function explainStart(error: unknown): unknown {
  if (
    [BackupProblem, ConfigProblem, EngineProblem, DataProblem, Refusal].some((kind) => error instanceof kind)
  )
    return (error as Error).message
  if (!(error instanceof Error && 'code' in error)) return error
  const port = 'port' in error ? error.port : ''
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1024.`
  if (error.code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Set it to one of its own, or to 0.0.0.0 for all of them.'
  if (
    error.code === 'ECONNREFUSED' ||
    error.code === 'ENOTFOUND' ||
    error.code === '28P01' ||
    error.code === '3D000'
  )
    return `The database at DATABASE_URL does not accept the connection (${error.code}).`
  return error
}
