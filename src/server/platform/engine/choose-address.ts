import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canReach, type EngineUser, giveTo } from './engine-user.ts'

/** The shortest limit for a socket's path among the systems we run on, in bytes, less some room. */
const LONGEST_SOCKET_PATH = 100
const SOCKET_PORT = 5432

/** Where PostgreSQL listens. `socketFolder` is undefined for TCP; `temporary` folders go away at the stop. */
export type Address = { host: string; port: number; socketFolder: string | undefined; temporary: boolean }

/**
 * Chooses a unix socket in the cluster's folder, else in a short temporary folder, else a free port on 127.0.0.1.
 * A path may be too long, and not every disk can hold a socket, so each candidate is tried for real.
 */
export async function chooseAddress(place: string, user: EngineUser | undefined): Promise<Address> {
  if (process.platform !== 'win32') {
    const beside = join(place, 'socket')
    if (fits(beside) && (await holdsSockets(beside, user))) return socketIn(beside, false)
    for (const base of new Set([tmpdir(), '/tmp'])) {
      const folder = temporaryFolder(base)
      if (!folder) continue
      if (fits(folder) && (await holdsSockets(folder, user))) return socketIn(folder, true)
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return { host: '127.0.0.1', port: await freePort(), socketFolder: undefined, temporary: false }
}

function socketIn(folder: string, temporary: boolean): Address {
  return { host: folder, port: SOCKET_PORT, socketFolder: folder, temporary }
}

function fits(folder: string): boolean {
  // PostgreSQL takes a comma for the end of one folder in a list.
  if (folder.includes(',')) return false
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= LONGEST_SOCKET_PATH
}

function temporaryFolder(base: string): string | undefined {
  try {
    return mkdtempSync(join(base, 'leadline-'))
  } catch {
    return undefined
  }
}

async function holdsSockets(folder: string, user: EngineUser | undefined): Promise<boolean> {
  try {
    mkdirSync(folder, { recursive: true })
    giveTo(user, folder, 0o700)
  } catch {
    return false
  }
  return canReach(user, folder) && (await listens({ path: join(folder, 'trial') })) !== undefined
}

async function freePort(): Promise<number> {
  return (await listens({ host: '127.0.0.1', port: 0 })) ?? SOCKET_PORT
}

/** Listens for a moment; returns the port (0 for a socket), or undefined where that cannot be. */
function listens(where: { path: string } | { host: string; port: number }): Promise<number | undefined> {
  return new Promise((resolve) => {
    const trial = createServer()
    trial.once('error', () => resolve(undefined))
    trial.listen(where, () => {
      const address = trial.address()
      trial.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}
