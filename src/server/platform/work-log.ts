import type { Clock } from './clock.ts'

/** One kind of regular work of a process: when it last ran, and when and why it last failed. */
export type WorkNote = {
  name: string
  lastRunAt: string
  lastFailedAt: string | null
  /** The failure's kind and code; never the data it happened on. */
  failure: string | null
}

/** Remembers how a process's regular work goes. */
export type WorkLog = {
  /** Runs one round, notes how it went, and fails as it failed. */
  run<T>(name: string, round: () => Promise<T>): Promise<T>
  notes(): WorkNote[]
}

/** A log of regular work on the given clock; it holds one note for each name. */
export function createWorkLog(clock: Clock): WorkLog {
  const notes = new Map<string, WorkNote>()
  return {
    async run(name, round) {
      const note = (failed: Pick<WorkNote, 'failure'> | undefined) => {
        // One time for both: that the last run failed is told by their being the same.
        const at = clock.now().toISOString()
        const before = failed ? { ...failed, lastFailedAt: at } : notes.get(name)
        const { lastFailedAt, failure } = before ?? { lastFailedAt: null, failure: null }
        notes.set(name, { name, lastRunAt: at, lastFailedAt, failure })
      }
      try {
        const done = await round()
        note(undefined)
        return done
      } catch (error) {
        note({ failure: kindOf(error) })
        throw error
      }
    },
    notes: () => [...notes.values()],
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
