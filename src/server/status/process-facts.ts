import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { WorkLog, WorkNote } from '#server/platform/work-log.ts'

/** What a process tells of itself. */
export type ProcessFacts = {
  host: string
  pid: number
  product: string
  node: string
  memoryBytes: number
  work: WorkNote[]
}

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

/** The product's version. */
export const productVersion = manifest.version

/** What this process tells of itself now. */
export const processFacts = (work: WorkLog): ProcessFacts => ({
  host: hostname(),
  pid: process.pid,
  product: productVersion,
  node: process.versions.node,
  memoryBytes: process.memoryUsage.rss(),
  work: work.notes(),
})
