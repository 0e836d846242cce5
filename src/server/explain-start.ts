import { BackupProblem } from './backup/backup-problem.ts'
import { ConfigProblem } from './config-values.ts'
import { AddressProblem, UnreachableAddress } from './platform/addresses/address-problem.ts'
import { EngineProblem } from './platform/engine/engine-problem.ts'
import { ListenFailure } from './platform/http/hold-port.ts'
import { DataProblem } from './platform/migrate.ts'
import { Refusal } from './platform/refusal.ts'

/** What PostgreSQL means by its codes, for who named it in DATABASE_URL. */
const ofDatabase: Record<string, string> = {
  '28P01': 'The database at DATABASE_URL refuses the user or the password.',
  '28000': 'The database at DATABASE_URL does not let this user in from here (its pg_hba.conf decides).',
  '3D000':
    'The server at DATABASE_URL has no database of that name: make it first (docs/install.md, A PostgreSQL of your own).',
  '42501':
    'The user of DATABASE_URL may not do in its database what is needed: give it the rights that docs/install.md names (A PostgreSQL of your own).',
  '53300':
    'The database at DATABASE_URL has no connection left: raise its max_connections, or end what holds them.',
  '53100': 'The disk of the database at DATABASE_URL is full: make room and start again.',
  '57P03': 'The database at DATABASE_URL is still getting ready: start again in a moment.',
  '25006':
    'The database at DATABASE_URL takes no writes (a standby, or switched to read-only): name the one that does.',
}

const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'ENOENT',
]

/** Why a start failed: one clear sentence where an engineer can mend it, else the error with its stack. */
export function explainStart(error: unknown): unknown {
  if (error instanceof UnreachableAddress) {
    const known = explainStart(error.cause)
    return typeof known === 'string' ? known.replaceAll('DATABASE_URL', error.variable) : known
  }
  if (error instanceof ListenFailure) return ofPort(error.cause) ?? error.cause
  if (
    [AddressProblem, BackupProblem, ConfigProblem, EngineProblem, DataProblem, Refusal].some(
      (kind) => error instanceof kind,
    )
  )
    return (error as Error).message
  if (!(error instanceof Error)) return error
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message))
    return 'The database at DATABASE_URL does not answer: is it running, and is its address right?'
  if (/client password must be a string/.test(error.message))
    return 'The database at DATABASE_URL asks for a password, and the address has none: postgres://user:password@host:5432/name.'
  if (/does not support SSL|self[- ]signed certificate|certificate/i.test(error.message))
    return `The database at DATABASE_URL and this server do not agree on encryption (${error.message}): see sslmode in docs/install.md.`
  if (!('code' in error) || typeof error.code !== 'string') return error
  const { code } = error
  // Its first sentence names the word; what follows is about how programs pass such words.
  if (code.startsWith('ERR_PARSE_ARGS')) return error.message.replace(/(?<=['"]\.).*$/s, '')
  if (code === '08P01') return ofPooler(error.message) ?? error
  if (UNREACHABLE.includes(code))
    return `The database at DATABASE_URL does not accept the connection (${code}): is it running, and is its address right?`
  return ofDatabase[code] ?? error
}

/** A pooler has one code for all that it refuses. */
function ofPooler(message: string): string | undefined {
  if (/no such database|database .* does not exist/i.test(message)) return ofDatabase['3D000']
  if (/auth|no such user|SASL|password/i.test(message)) return ofDatabase['28P01']
  if (/startup parameter/i.test(message))
    return 'The pooler at DATABASE_URL refuses a setting in the address (such as options): leave it out there, and set it where the pooler is configured.'
  return undefined
}

function ofPort(cause: unknown): string | undefined {
  if (!(cause instanceof Error && 'code' in cause)) return undefined
  const { code } = cause
  const port = 'port' in cause ? cause.port : ''
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1024.`
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Set it to one of its own, or to 0.0.0.0 for all of them.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'HOST is not known here. Set it to an address of this machine, or to 0.0.0.0 for all of them.'
  return undefined
}
