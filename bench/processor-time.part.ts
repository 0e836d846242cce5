import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time so far. */
export type ProcessorTimes = { servers: number; engine: number }

// Of /proc: the kernel's USER_HZ, 100 on every Linux that Node runs on.
const MS_PER_TICK = 10

/**
 * How long the given servers and, apart, all else that this process has started (the database) have worked so far,
 * what ended included. Linux only: times are read from /proc.
 */
export function processorTimes(servers: ChildProcess[]): ProcessorTimes {
  const ids = new Set(servers.map(({ pid }) => pid))
  const processes = new Map<number, { parent: number; own: number; ended: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      // proc(5): the fields after the name; utime, stime, and those of children that ended.
      const [, parent = 0] = fields
      processes.set(Number(name), {
        parent,
        own: sum(fields.slice(11, 13)),
        ended: sum(fields.slice(13, 15)),
      })
    } catch {
      // It ended meanwhile.
    }
  }
  const isBeneath = (id: number): boolean => {
    const parent = processes.get(id)?.parent ?? 0
    return !ids.has(id) && (parent === process.pid || (parent > 1 && isBeneath(parent)))
  }
  const times = { servers: 0, engine: 0 }
  for (const [id, { own, ended }] of processes) {
    if (ids.has(id)) times.servers += own * MS_PER_TICK
    else if (isBeneath(id)) times.engine += (own + ended) * MS_PER_TICK
  }
  return times
}

function sum(numbers: number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}
