import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build, staleSteps } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { root } from './run.mjs'

const claim = join(root, '.cache', 'preparing')

/**
 * Installs and builds what is missing or stale; without anything to do it takes a few milliseconds.
 * Two commands started at once on the same clone take turns. Throws one sentence when a step fails.
 */
export async function prepare({ withTools = false } = {}) {
  if (isInstalled(withTools) && staleSteps().length === 0) return
  await takeTurn()
  try {
    if (!isInstalled(withTools)) await install(withTools)
    await build(staleSteps())
  } finally {
    rmSync(claim, { force: true })
  }
}

async function takeTurn() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const draft = `${claim}.${process.pid}`
  writeFileSync(draft, `${process.pid} ${startOf(process.pid)}`)
  try {
    for (let isTold = false; ; isTold = true) {
      try {
        return linkSync(draft, claim)
      } catch (problem) {
        if (problem.code !== 'EEXIST') throw problem
      }
      const other = holder()
      if (other === undefined) rmSync(claim, { force: true })
      else if (!isTold) console.log(`Waiting for process ${other}, which installs and builds here…`)
      await pause(other === undefined ? 0 : 250)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The living process that prepares at the moment; undefined when it was killed, also where its number is another's by now. */
function holder() {
  try {
    const [pid, ...start] = readFileSync(claim, 'utf8').split(' ')
    if (start.join(' ') !== startOf(pid)) return undefined
    process.kill(Number(pid), 0)
    return Number(pid)
  } catch (problem) {
    return problem.code === 'EPERM' ? 'of another user' : undefined
  }
}

/** When a process began, which no other of its number shares: Linux numbers them anew at each start of the machine. */
function startOf(pid) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Its program's name, in brackets, may hold any sign.
    return `${boot} ${readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]}`
  } catch {
    return ''
  }
}
