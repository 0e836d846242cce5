import type { JobHandler, Queue } from './platform/queue.ts'

/**
 * Works off a kind of job in this process for as long as there is what it needs; what comes otherwise waits in the
 * queue. Whether there is, is looked up now and at each `onChange`.
 */
export async function workWhile(
  queue: Pick<Queue, 'work'>,
  job: { name: string; handler: JobHandler; isNeeded(): Promise<boolean> },
  parts: { onChange(listener: () => void): () => void; onProblem(error: unknown): void },
): Promise<() => void> {
  let end: (() => Promise<void>) | undefined
  const look = async () => {
    const isNeeded = await job.isNeeded()
    if (isNeeded && !end) end = await queue.work(job.name, job.handler)
    if (isNeeded || !end) return
    await end()
    end = undefined
  }
  // One look after the other, so that what was seen last is what holds.
  let looking = look()
  await looking
  return parts.onChange(() => {
    looking = looking.then(look).catch(parts.onProblem)
  })
}
