import { readdirSync, readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 100

/** The memory of a process in MB: the proportional set size that Linux keeps, in which shared pages count once. */
export const megabytesOf = (pid: number): number => readMemory(pid).megabytes

/** The same, and how much of it is memory that processes share: of PostgreSQL, its cache (`shared_buffers`). */
function readMemory(pid: number): { megabytes: number; shared: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const read = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0) / 1024
  return { megabytes: read(/^Pss:\s+(\d+)/m), shared: read(/^Pss_Shmem:\s+(\d+)/m) }
}

/** Looks at a process's memory ten times a second; `peak` says the highest that was seen since it was last asked. */
export function watchMemory(pid: number): { peak(): number; stop(): void } {
  let highest = 0
  const timer = setInterval(() => {
    try {
      highest = Math.max(highest, megabytesOf(pid))
    } catch {
      // It ended between the two looks.
    }
  }, LOOK_EVERY_MS)
  return {
    peak() {
      const seen = highest
      highest = 0
      return seen
    },
    stop: () => clearInterval(timer),
  }
}

/** The highest memory in MB that was seen of a program and its database together, and of each alone, the database without its cache. */
export type FamilyPeak = { together: number; program: number; database: number }

/** Looks twice a second at a program and all that it started, its database; `peak` says the highest so far. */
export function watchFamily(pid: number): { peak(): FamilyPeak; stop(): void } {
  const highest = { together: 0, program: 0, database: 0 }
  const timer = setInterval(() => {
    const family = memoryOfFamily(pid)
    const own = family.map((one) => ({ pid: one.pid, megabytes: one.megabytes - one.shared }))
    highest.together = Math.max(highest.together, sumOf(family))
    highest.program = Math.max(highest.program, sumOf(own.filter((one) => one.pid === pid)))
    highest.database = Math.max(highest.database, sumOf(own.filter((one) => one.pid !== pid)))
  }, 5 * LOOK_EVERY_MS)
  return { peak: () => highest, stop: () => clearInterval(timer) }
}

/** A peak as benchmarks print it. */
export const peakInWords = ({ together, program, database }: FamilyPeak): string =>
  `${together.toFixed(0)} MB (program ${program.toFixed(0)}, database without its cache ${database.toFixed(0)})`

/** What a process and each of those it started take now, with the words it was started with. */
export function memoryOfFamily(
  pid: number,
): { pid: number; megabytes: number; shared: number; command: string }[] {
  return familyOf(pid).flatMap((member) => {
    try {
      const command = readFileSync(`/proc/${member}/cmdline`, 'utf8')
        .split(/[\0\s]+/)
        .slice(0, 4)
        .join(' ')
      return { pid: member, ...readMemory(member), command }
    } catch {
      // It ended meanwhile, or is another user's.
      return []
    }
  })
}

/** The MB of them all. */
export const sumOf = (processes: { megabytes: number }[]): number =>
  processes.reduce((sum, { megabytes }) => sum + megabytes, 0)

function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // proc(5): after the name come the state and the parent.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // It ended between the two looks.
    }
  }
  const family = [pid]
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}
