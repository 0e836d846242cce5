import type { DetailedError } from 'tus-js-client'
import type { Film } from '#contract/films-api.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed } from '#web/dashboard/api/call-failed.ts'

/** After how long the server is asked again, each time. */
export const RETRIES_MS = [500, 2000, 5000, 10_000, 20_000]

/** Whether asking again makes sense after such an answer: what the server says no to stays a no; a full disk, too. */
export const isWorthTrying = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)

/** The status of the answer that ended an upload; 0 where there was none. */
export const statusOf = (error: Error | DetailedError): number =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0

/** What the server says of why an upload ended. */
export function wordsIn(error: Error | DetailedError): string | undefined {
  try {
    const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
    const words: unknown = JSON.parse(body ?? '').error
    return typeof words === 'string' ? words : undefined
  } catch {
    return undefined
  }
}

/** Makes an upload that has arrived whole the film it is; asked again where its answer was lost, it is the one that was made. */
export async function makeFilm(url: string): Promise<Film> {
  for (const wait of RETRIES_MS)
    try {
      return await call('POST /api/site/films', { upload: idIn(url) })
    } catch (error) {
      // What has not arrived whole does not by waiting either.
      if (error instanceof CallFailed && (error.status === 409 || !isWorthTrying(error.status))) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  return call('POST /api/site/films', { upload: idIn(url) })
}

const idIn = (url: string): string => url.split('/').at(-1) ?? ''
