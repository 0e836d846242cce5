import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const OURS = /^leadline-run-(\d+)-/
// Ten times what `npm test` takes at its most.
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Makes a temporary folder for one run: in memory where this machine has a place for that and room enough, because a test
 * database is a thousand files, else, or where it is to be, on disk. Returns its path and `remove`.
 */
export function makeTemporaryFolder(onDisk = false) {
  const inMemory = onDisk ? undefined : makeInMemory()
  const path = inMemory ?? mkdtempSync(join(tmpdir(), 'leadline-run-'))
  // As the system's own: a database runs under another account, reaches its files through here and takes them away.
  chmodSync(path, 0o1777)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

function makeInMemory() {
  try {
    removeAbandoned()
    const { bavail, bsize } = statfsSync(MEMORY)
    if (Math.min(bavail * bsize, freemem()) < ENOUGH_BYTES) return undefined
    const path = join(MEMORY, `leadline-run-${process.pid}-${Date.now()}`)
    mkdirSync(path)
    if (runsPrograms(path)) return path
    rmSync(path, { recursive: true, force: true })
  } catch {
    // No such place, or none that we may write to.
  }
  return undefined
}

/** Some systems run nothing from there, and some tests start programs that they have made. */
function runsPrograms(folder) {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** What a run left that was killed would take memory until the next start of the machine. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY)) {
    const id = OURS.exec(name)?.[1]
    if (id && !isAlive(id)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

function isAlive(id) {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').length > 0
  } catch {
    return false
  }
}
