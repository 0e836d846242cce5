import { busy } from './refusal.ts'

/** Returns the work's result, or refuses with `busy` after `ms`; the work itself goes on and must be safe to repeat. */
export async function withinDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(busy()), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
