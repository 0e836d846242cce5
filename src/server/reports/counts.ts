import { timezones } from '#contract/range.ts'
import { dayIn, hourOf } from './local-days.ts'

/** What is counted: page views and captures by the hour; visitors and leads as distinct ones by the day. */
export type EventKind = 'view' | 'capture'
/** Whose days of activity make distinct counts. */
export type DistinctKind = 'visitor' | 'lead'

/** The previous active day of one that was never active before. */
export const NEVER = '0001-01-01'

/** Signed changes to the rollups, gathered in memory and applied together in the caller's transaction. */
export type Counts = {
  /** Counts `times` events (negative to take back). */
  event(kind: EventKind, at: Date, path: string, source: string, times?: number): void
  /**
   * Counts that someone was active at `at` and, before that, last at `previously` (null: never). A second
   * activity on the same local day changes nothing, in each timezone by its own days (design §5).
   */
  active(kind: DistinctKind, at: Date, previously: Date | null, times?: number): void
  totals(): { hour: string; kind: string; count: number }[]
  details(): { hour: string; path: string; source: string; kind: string; count: number }[]
  cells(): { kind: string; tz: string; day: string; previous_day: string; count: number }[]
}

/** An empty set of changes. */
export function newCounts(): Counts {
  const totals = new Map<string, number>()
  const details = new Map<string, number>()
  const cells = new Map<string, number>()
  const add = (map: Map<string, number>, key: string[], times: number) => {
    const name = JSON.stringify(key)
    map.set(name, (map.get(name) ?? 0) + times)
  }
  return {
    event(kind, at, path, source, times = 1) {
      const hour = hourOf(at).toISOString()
      add(totals, [hour, kind], times)
      add(details, [hour, path, source, kind], times)
    },
    active(kind, at, previously, times = 1) {
      for (const tz of timezones) {
        const day = dayIn(tz, at)
        const previousDay = previously ? dayIn(tz, previously) : NEVER
        if (day !== previousDay) add(cells, [kind, tz, day, previousDay], times)
      }
    },
    totals: () => rowsOf(totals, ([hour = '', kind = ''], count) => ({ hour, kind, count })),
    details: () =>
      rowsOf(details, ([hour = '', path = '', source = '', kind = ''], count) => ({
        hour,
        path,
        source,
        kind,
        count,
      })),
    cells: () =>
      rowsOf(cells, ([kind = '', tz = '', day = '', previous_day = ''], count) => ({
        kind,
        tz,
        day,
        previous_day,
        count,
      })),
  }
}

/** Rows sorted by key: every process touches the rollups in the same order, so none waits for another in a circle. */
function rowsOf<Row>(map: Map<string, number>, row: (key: string[], count: number) => Row): Row[] {
  return [...map]
    .filter(([, count]) => count !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => row(JSON.parse(key), count))
}
