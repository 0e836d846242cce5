import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { NextToGo } from './retention.ts'

/** What of ours lies on a disk. */
export const diskPlaces = ['data', 'media', 'database'] as const

const Disk = z.object({
  places: z.array(z.enum(diskPlaces)),
  free: z.number(),
  total: z.number(),
  /** `low`: less than a tenth is free. `full`: nothing new is taken until there is room, or no film where only those lie. */
  state: z.enum(['ok', 'low', 'full']),
})

const RunningProcess = z.object({
  id: z.string(),
  startedAt: z.string(),
  host: z.string(),
  pid: z.number(),
  product: z.string(),
  node: z.string(),
  memoryBytes: z.number(),
  /** Whether this is the process that answers. */
  isThis: z.boolean(),
})

const Work = z.object({
  name: z.string(),
  lastRunAt: z.string(),
  lastFailedAt: z.string().nullable(),
  failure: z.string().nullable(),
})

const Job = z.object({
  name: z.string(),
  /** Ready, or waiting for their time. */
  waiting: z.number(),
  /** Failed at least once, and waiting for their next try. */
  retrying: z.number(),
  active: z.number(),
  /** The last one done within a day. */
  lastDoneAt: z.string().nullable(),
  /** The newest try of those that wait for another. */
  lastFailedAt: z.string().nullable(),
})

/** How the installation is: what runs, how large it is, what waits, and how much room is left. */
export const Status = z.object({
  versions: z.object({
    product: z.string(),
    schema: z.string(),
    database: z.string(),
    isEmbedded: z.boolean(),
    node: z.string(),
  }),
  /** The ways to the database, as this process sees them. */
  connections: z.object({
    /** Whether a pooler stands in between. */
    isPooled: z.boolean(),
    /** The replica that the dashboard reads; null where none is configured. */
    replica: z
      .object({
        state: z.enum(['following', 'behind', 'gone', 'promoted', 'other']),
        /** How old what it shows is; null where that is not known. */
        ageSeconds: z.number().nullable(),
        /** From when on it is not read any more. */
        maxAgeSeconds: z.number(),
      })
      .nullable(),
  }),
  processes: z.array(RunningProcess),
  disks: z.array(Disk),
  database: z.object({
    bytes: z.number(),
    /** Estimated by the database. */
    pageViews: z.number(),
    /** How much it grew since a day, a week ago or as long as is known; null on the first day. */
    growth: z.object({ bytes: z.number(), days: z.number() }).nullable(),
    /** Null while there are too few page views to say. */
    bytesPerMillionViews: z.number().nullable(),
    /** How much of that goes again with the page views themselves. */
    freedPerMillionViews: z.number().nullable(),
    /** For how many months page views are kept (null: for ever), and which go next. */
    kept: z.object({ months: z.number().nullable(), next: NextToGo }),
    /** The largest tables with their indexes, largest first; a table of months counts as one. */
    tables: z.array(z.object({ name: z.string(), bytes: z.number() })),
  }),
  /** What uploaded films take; null where the folder cannot be read. */
  media: z.object({ bytes: z.number(), files: z.number() }).nullable(),
  counting: z.object({
    uncounted: z.number(),
    oldestAt: z.string().nullable(),
    /** What could not be counted. */
    setAside: z.number(),
  }),
  /** What waits or was set aside. */
  waiting: z.array(z.object({ kind: z.string(), state: z.string(), count: z.number() })),
  jobs: z.array(Job),
  work: z.array(Work),
})
export type Status = z.output<typeof Status>

/** The owner's view of the installation itself. */
export const statusApi = {
  'GET /api/status': {
    for: 'owner',
    input: z.object({}),
    output: Status,
    summary:
      'How the installation is: versions, processes, sizes, room on the disks, what waits and what last failed.',
  },
} satisfies Endpoints
