import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** True while a process of this id exists, whoever owns it; a zombie counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (failure) {
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM'
  }
  return linuxStat(pid)?.state !== 'Z'
}

/**
 * A text that two processes never share even when the second one got the first one's id:
 * when the process started. Empty where the system does not tell.
 */
export function startMark(pid: number): string {
  if (process.platform === 'linux') return linuxStat(pid)?.started ?? ''
  if (process.platform === 'win32') return ''
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** Names the world in which process ids mean something: this boot and this container, or this host. */
export function processWorld(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

function linuxStat(pid: number): { state: string; started: string } | undefined {
  try {
    // The second field is the program's name in brackets and may itself hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
