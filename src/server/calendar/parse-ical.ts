import { Worker } from 'node:worker_threads'
import { Unreadable } from '#server/integrations/read-outside.ts'
import type { Span } from './free-slots.ts'

/** A calendar's text, what part of it is wanted, and the timezone of days and of times without one. */
export type ParseTask = { text: string; from: number; to: number; timezone: string }

const PATIENCE_MS = 15_000

/**
 * Reads when the calendar of an iCal text is busy, repetitions worked out, joined and in order. It is read in a thread of
 * its own that is ended after a while, however the text was written. Fails with `Unreadable`.
 */
export async function parseIcal(task: ParseTask, patienceMs = PATIENCE_MS): Promise<Span[]> {
  if (!/BEGIN:VCALENDAR/i.test(task.text.slice(0, 2000)))
    throw new Unreadable('What is at the address is no calendar in iCal format.')
  const worker = new Worker(new URL('./parse-ical-worker.ts', import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Span[]>((resolve, reject) => {
      timer = setTimeout(() => reject(new Unreadable('The calendar takes too long to read.')), patienceMs)
      worker.on('message', resolve)
      // Its own words may hold what stands in the calendar.
      worker.on('error', () => reject(new Unreadable('The calendar cannot be read.')))
      worker.on('exit', () => reject(new Unreadable('The calendar cannot be read.')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
