/** What was measured of an installation of so many page views: the bytes of each table with its indexes, and each question's median in ms. */
export type Measured = { pageViews: number; bytes: Record<string, number>; questions: Record<string, number> }

/** Processor time of a page view in µs: of the server and of the database for storing it, and of the database for counting it. */
export type Costs = { server: number; engine: number; counting: number }

/** What an installation runs on, and how its day looks. */
export type Setting = {
  /** Page views of the busiest second as a multiple of the average one. */
  peak: number
  /** Processors and memory of the one machine it begins on, and of the largest machine that is to be had. */
  processors: number
  memoryBytes: number
  largest: { processors: number; memoryBytes: number; diskBytes: number }
  /** How many months of page views are kept. */
  keptMonths: number
  connections: { perProcess: number; atMost: number }
}

/** How an installation stands that has stored so many page views, as many a day. */
export type Standing = {
  bytes: number
  /** What is read and written every day: this month's page views, and all that is not kept by month. */
  hotBytes: number
  serverProcessors: number
  engineProcessors: number
  processes: number
  slowest: { name: string; ms: number }
}

export const steps = [
  'a server of its own',
  'several processes',
  'PgBouncer',
  'more memory',
  'a replica',
  'sharding',
] as const
/** What is due next, and the figure that says so. */
export type Due = { step: (typeof steps)[number]; why: string }

// What is kept by month; all other tables grow with what there ever was.
const BY_MONTH = 'page_views'
const DAYS_A_MONTH = 30.4
const SECONDS_A_DAY = 86_400
// How far a processor, a memory or a disk is filled before more is needed.
const FULL = 0.7
// Half of what 95 of 100 answers may take: so far their slowest are from their median.
const BOUND_MS = 75

/** The value at `x` on the straight line through two points; never below zero. */
export function onLine([x1, y1]: [number, number], [x2, y2]: [number, number], x: number): number {
  return Math.max(0, y1 + ((y2 - y1) * (x - x1)) / (x2 - x1))
}

/**
 * The value at `x` on the power law through two points. What grew faster than its x is taken to go on like that up to the
 * square, what became smaller to stay as it is.
 */
export function onPower([x1, y1]: [number, number], [x2, y2]: [number, number], x: number): number {
  const power = Math.log(y2 / y1) / Math.log(x2 / x1)
  return y2 * (x / x2) ** Math.min(2, Math.max(0, power))
}

/** How an installation stands after `total` page views at `perDay`, from what was measured at two sizes. */
export function standingAt(
  [small, large]: [Measured, Measured],
  costs: Costs,
  setting: Setting,
  { total, perDay }: { total: number; perDay: number },
): Standing {
  const month = Math.min(total, perDay * DAYS_A_MONTH)
  const kept = Math.min(total, month * setting.keptMonths)
  let [bytes, hotBytes] = [0, 0]
  for (const [table, at] of Object.entries(large.bytes)) {
    const bytesOf = (views: number) =>
      onLine([small.pageViews, small.bytes[table] ?? 0], [large.pageViews, at], views)
    const isByMonth = table === BY_MONTH
    bytes += bytesOf(isByMonth ? kept : total)
    hotBytes += bytesOf(isByMonth ? month : total)
  }
  const perSecond = (perDay / SECONDS_A_DAY) * setting.peak
  const serverProcessors = (perSecond * costs.server) / 1e6
  const slowest = Object.entries(large.questions)
    .map(([name, ms]) => ({
      name,
      ms: onPower([small.pageViews, small.questions[name] ?? ms], [large.pageViews, ms], total),
    }))
    .reduce((one, other) => (other.ms > one.ms ? other : one), { name: '', ms: 0 })
  return {
    bytes,
    hotBytes,
    serverProcessors,
    engineProcessors: (perSecond * (costs.engine + costs.counting)) / 1e6,
    processes: Math.max(1, Math.ceil(serverProcessors / FULL)),
    slowest,
  }
}

/** Every step that is due at a standing, in the order in which they are usually taken, each with why. */
export function dueAt(standing: Standing, setting: Setting): Due[] {
  const { bytes, hotBytes, serverProcessors, engineProcessors, processes, slowest } = standing
  const { processors, memoryBytes, largest, connections } = setting
  const due: Due[] = []
  const add = (isDue: boolean, step: Due['step'], why: string) => isDue && due.push({ step, why })
  const both = serverProcessors + engineProcessors
  add(
    both > FULL * processors,
    'a server of its own',
    `at the peak server and database need ${both.toFixed(1)} of ${processors} processors`,
  )
  add(
    processes > 1,
    'several processes',
    `at the peak the server needs ${serverProcessors.toFixed(1)} processors`,
  )
  const asked = processes * connections.perProcess
  add(asked > connections.atMost, 'PgBouncer', `${processes} processes open ${asked} connections`)
  add(
    hotBytes > FULL * memoryBytes,
    'more memory',
    `what is read every day is ${gb(hotBytes)}, the memory ${gb(memoryBytes)}`,
  )
  add(slowest.ms > BOUND_MS, 'a replica', `"${slowest.name}" takes ${slowest.ms.toFixed(0)} ms (median)`)
  const shards: [boolean, string][] = [
    [
      bytes > FULL * largest.diskBytes,
      `all of it is ${gb(bytes)}, the largest disk ${gb(largest.diskBytes)}`,
    ],
    [
      hotBytes > FULL * largest.memoryBytes,
      `what is read every day is ${gb(hotBytes)}, the largest memory ${gb(largest.memoryBytes)}`,
    ],
    [
      engineProcessors > FULL * largest.processors,
      `at the peak the database needs ${engineProcessors.toFixed(1)} of ${largest.processors} processors`,
    ],
  ]
  const shard = shards.find(([isDue]) => isDue)
  add(shard !== undefined, 'sharding', shard?.[1] ?? '')
  return due
}

/** For a rate a day, each step with the first of the sizes at which it is due and why; null where none is up to the last. */
export function stepsAt(
  measured: [Measured, Measured],
  costs: Costs,
  setting: Setting,
  { sizes, perDay }: { sizes: number[]; perDay: number },
): { step: Due['step']; from: number | null; why: string }[] {
  const found = new Map<string, { from: number; why: string }>()
  for (const total of sizes)
    for (const { step, why } of dueAt(standingAt(measured, costs, setting, { total, perDay }), setting))
      if (!found.has(step)) found.set(step, { from: total, why })
  return steps.map((step) => ({ step, from: null, why: '', ...found.get(step) }))
}

const gb = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
