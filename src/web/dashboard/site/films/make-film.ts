import type { Film } from '#contract/films-api.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed } from '#web/dashboard/api/call-failed.ts'
import { isWorthTrying } from '#web/dashboard/upload/upload-answers.ts'

/** After how long the server is asked again, each time. */
export const RETRIES_MS = [500, 2000, 5000, 10_000, 20_000]

/** Makes an upload that has arrived whole the film it is; asked again where its answer was lost, it is the one that was made. */
export async function makeFilm(url: string): Promise<Film> {
  for (const wait of RETRIES_MS)
    try {
      return await make(url)
    } catch (error) {
      // What has not arrived whole does not by waiting either.
      if (error instanceof CallFailed && (error.status === 409 || !isWorthTrying(error.status))) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  return make(url)
}

const make = (url: string) => call('POST /api/site/films', { upload: idIn(url) }, { isOfFile: true })
const idIn = (url: string): string => url.split('/').at(-1) ?? ''
