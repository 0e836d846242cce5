import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 100

/** The memory of a process in MB: the proportional set size that Linux keeps, in which shared pages count once. */
export const megabytesOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024

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
