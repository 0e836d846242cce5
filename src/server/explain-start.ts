import { ConfigProblem } from './config.ts'
import { EngineProblem } from './platform/engine/engine-problem.ts'

/** Why a start failed: one clear sentence where an engineer can mend it, else the error with its stack. */
export function explainStart(error: unknown): unknown {
  if (error instanceof ConfigProblem || error instanceof EngineProblem) return error.message
  if (!(error instanceof Error && 'code' in error)) return error
  const port = 'port' in error ? error.port : ''
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1024.`
  if (
    error.code === 'ECONNREFUSED' ||
    error.code === 'ENOTFOUND' ||
    error.code === '28P01' ||
    error.code === '3D000'
  )
    return `The database at DATABASE_URL does not take the connection (${error.code}).`
  return error
}
