import type { DetailedError, Upload } from 'tus-js-client'
import { BACKUP_UPLOADS } from '#contract/backups.ts'
import { isWorthTrying, keepPlace, statusOf, wordsIn } from '#web/dashboard/upload/upload-answers.ts'

// Passes every proxy that takes a picture, and a phone sends as much within the server's patience.
const PART_BYTES = 8 * 1024 * 1024
const RETRIES_MS = [500, 2000, 5000, 10_000, 20_000, 20_000, 20_000]
// How the file of a backup begins.
const START = 'LEADLINE BACKUP\n'

const NO_BACKUP = 'This file is no backup of this product. Choose one whose name ends in .leadline.'

type Told = {
  onSent: (share: number) => void
  onDone: () => void
  onFailed: (words: string) => void
}

/** Sends a backup's file in parts, goes on after a break of the connection, and returns what gives it up. */
export function sendBackup(file: File, told: Told): () => void {
  let upload: Upload | undefined
  let isGivenUp = false
  const begin = async () => {
    const start = await file.slice(0, START.length).text()
    if (start !== START) return told.onFailed(NO_BACKUP)
    const { Upload } = await import('tus-js-client')
    if (isGivenUp) return
    upload = new Upload(file, {
      endpoint: BACKUP_UPLOADS,
      chunkSize: PART_BYTES,
      metadata: { filename: file.name },
      retryDelays: RETRIES_MS,
      storeFingerprintForResuming: false,
      onAfterResponse: keepPlace,
      onShouldRetry: (error) => isWorthTrying(statusOf(error)),
      onProgress: (sent) => told.onSent(file.size > 0 ? sent / file.size : 0),
      onSuccess: told.onDone,
      onError: (error) => !isGivenUp && told.onFailed(wordsOf(error)),
    })
    upload.start()
  }
  void begin().catch(() =>
    told.onFailed(
      'This file could not be read. If it is stored in the cloud, download it to this computer first.',
    ),
  )
  return () => {
    isGivenUp = true
    void upload?.abort()
  }
}

const wordsOf = (error: Error | DetailedError): string =>
  wordsIn(error) ?? 'The file could not be sent. Check the connection and choose it once more.'
