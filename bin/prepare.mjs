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
  writeFileSync(draft, String(process.pid))
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

/** The living process that prepares at the moment; undefined when it was killed. */
function holder() {
  try {
    const pid = Number(readFileSync(claim, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch (problem) {
    return problem.code === 'EPERM' ? 'of another user' : undefined
  }
}
