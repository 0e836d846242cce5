import { LARGEST_CAPTIONS } from '#contract/film-captions.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import type { CallOutput } from '#web/dashboard/api/dashboard-api.ts'
import { sendFile } from '#web/dashboard/api/send-file.ts'
import { textOfFile } from './text-of-file.ts'

/** A file that is not sent; the message says why. */
class NotSent extends Error {}

/** Sends a file of captions. Throws as `sendFile` does, and where the file cannot even be sent. */
export async function sendCaptions(file: File): Promise<CallOutput<'POST /api/site/captions'>> {
  if (file.size > LARGEST_CAPTIONS)
    throw new NotSent('This is larger than captions can be. Choose the SRT or WebVTT file.')
  const text = await textOfFile(file).catch(() => {
    throw new NotSent(
      'This file could not be read. If it is stored in the cloud, download it to this device first.',
    )
  })
  const type = 'application/json'
  // As a file: it may take longer than other calls, and is given up where nothing of it moves any more.
  const body = new File([JSON.stringify({ text })], file.name)
  // The server has already checked the answer against the contract.
  return JSON.parse(await sendFile('/api/site/captions', body, { type }))
}

/** Why captions were not taken, in the words that help most. */
export function refusedCaptions(error: unknown): string {
  if (error instanceof NotSent) return error.message
  return (error instanceof CallFailed && error.fields.text) || sentenceOf(error)
}
