import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Exchange } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sealInto } from './backup-file.ts'
import { BackupProblem } from './backup-problem.ts'
import { openBackup } from './kept-films.ts'
import { openingPassphrase, ownPassphrase } from './own-passphrase.ts'
import type { BackupParts } from './run-backup.ts'
import type { BackupRow } from './store.ts'

/**
 * Sends a backup as one file: as it is, or with the films in it that are kept beside it. Refused where its films cannot be
 * put in, as it was made under another passphrase.
 */
export async function sendBackup(
  parts: BackupParts,
  { file, films }: BackupRow,
  exchange: Exchange,
): Promise<string> {
  const path = join(parts.backupDir, file)
  const { passphrase } = parts.passphrase()
  let entries: AsyncGenerator<Buffer> | undefined
  if (films.length > 0) {
    if (passphrase === undefined) throw earlier()
    // What fails at once is still answered as an error.
    const whole = openBackup(path, passphrase)
    const first = await whole.next().catch((error: unknown) => {
      throw error instanceof BackupProblem ? earlier() : error
    })
    entries = (async function* () {
      if (!first.done) yield first.value
      yield* whole
    })()
  }
  const send = async (into: NodeJS.WritableStream) => {
    if (entries && passphrase !== undefined) await sealInto(into, passphrase, entries)
    else await pipeline(createReadStream(path), into)
  }
  return sendSealed(file, send, exchange)
}

/**
 * Sends a copy that was made before an upgrade or a restore, encrypted with the owner's passphrase. Refused where there is
 * none, or where it was made under another one.
 */
export async function sendSafetyCopy(parts: BackupParts, file: string, exchange: Exchange): Promise<string> {
  const { passphrase } = parts.passphrase()
  if (passphrase === undefined)
    throw new Refusal('conflict', 'Choose a passphrase first: the download is encrypted with it.')
  const path = join(parts.backupDir, file)
  const opening = await openingPassphrase(path, [ownPassphrase(parts.secret), passphrase])
  if (opening === undefined)
    throw new Refusal(
      'conflict',
      'This copy was made under an earlier passphrase. Copy the file from the backups’ folder of the server.',
    )
  return sendSealed(file, (into) => sealInto(into, passphrase, openBackup(path, opening)), exchange)
}

/** Sends a file that is written while it is sent. */
async function sendSealed(
  file: string,
  send: (into: NodeJS.WritableStream) => Promise<void>,
  { request, reply }: Exchange,
): Promise<string> {
  reply.hijack()
  for (const [header, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(header, value)
  reply.raw.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${file}"`,
    'Cache-Control': 'no-store',
  })
  try {
    await send(reply.raw)
  } catch (error) {
    request.log.warn({ err: error }, 'the download of a backup ended early')
    reply.raw.destroy()
  }
  return ''
}

const earlier = () =>
  new Refusal(
    'conflict',
    'This backup has videos and was made under an earlier passphrase. Copy the backups’ folder from the server.',
  )
