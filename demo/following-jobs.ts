import type { Queue } from '#server/platform/queue.ts'

/** A job that something in the month led to, and when. */
export type FollowingJob = { name: string; data: Record<string, unknown>; at: Date }

/** The queue as one moment of the month meets it: jobs are gathered, for the story to work off at the time it has. */
export function jobsAt(at: Date): { queue: Pick<Queue, 'send'>; jobs: FollowingJob[] } {
  const jobs: FollowingJob[] = []
  return {
    jobs,
    queue: {
      send: async (_transaction, name, data) => {
        jobs.push(...[data].flat().map((one) => ({ name, data: one, at })))
      },
    },
  }
}
