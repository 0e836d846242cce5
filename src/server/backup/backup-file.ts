import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupProblem } from './backup-problem.ts'
import { seal, unseal } from './sealed-stream.ts'

const packing = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/**
 * Writes bytes compressed and encrypted into a file that is there whole or not at all: it has another name until the
 * disk has all of it. `signal` breaks it off.
 */
export async function writeSealedFile(
  path: string,
  passphrase: string,
  bytes: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  const draft = `${path}.part`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await sealInto(createWriteStream(draft, { mode: 0o600, flush: true }), passphrase, bytes, signal)
    await rename(draft, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw explainedWrite(error, dirname(path))
  }
}

/** Sends bytes compressed and encrypted, no faster than they are taken. */
export const sealInto = (
  into: NodeJS.WritableStream,
  passphrase: string,
  bytes: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> =>
  pipeline(
    Readable.from(bytes, { objectMode: true }),
    createZstdCompress(packing),
    (packed: AsyncIterable<Buffer>) => seal(packed, passphrase),
    into,
    { signal },
  )

/** The bytes of such a file, each proved before it is given on. Fails with a `BackupProblem` where it cannot be read. */
export async function* readSealedFile(path: string, passphrase: string): AsyncGenerator<Buffer> {
  const unpacked = createZstdDecompress()
  let failure: unknown
  const flow = pipeline(
    createReadStream(path, { highWaterMark: 262_144 }),
    (sealed: AsyncIterable<Buffer>) => unseal(sealed, passphrase),
    unpacked,
  ).catch((error: unknown) => {
    failure ??= error
  })
  try {
    for await (const bytes of unpacked) yield bytes
  } catch (error) {
    await flow
    throw explained(failure ?? error)
  } finally {
    unpacked.destroy()
    await flow
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const pathOf = (error: unknown): string =>
  error instanceof Error && 'path' in error ? String(error.path) : ''

/**
 * Why nothing could be written into a folder, as a `BackupProblem` where it is known, else the error itself; what was read
 * meanwhile, such as a film, may have failed as well.
 */
export function explainedWrite(error: unknown, folder: string): unknown {
  if (!pathOf(error).startsWith(folder)) return explained(error)
  const code = codeOf(error)
  const another = 'or choose another folder (BACKUP_DIR)'
  // Node says of a folder on a read-only disk that it is not there.
  const isMissing =
    code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir'
  if (code === 'EROFS' || isMissing)
    return new BackupProblem(
      `The folder ${folder} cannot be written to, because its disk is read-only: change that, ${another}.`,
    )
  if (code === 'EACCES' || code === 'EPERM')
    return new BackupProblem(
      `The folder ${folder} may not be written to by the user who runs this: let that user write there, ${another}.`,
    )
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new BackupProblem(`${folder} is not a folder: move the file away, ${another}.`)
  return explained(error)
}

function explained(error: unknown): unknown {
  const code = codeOf(error)
  const path = pathOf(error)
  if (code === 'ENOENT') return new BackupProblem(`There is no file ${path}.`)
  if (code === 'EISDIR') return new BackupProblem('That is a folder: name the file of the backup in it.')
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupProblem('The disk is full: there is no room for the backup.')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR')
    return new BackupProblem(`${path} may not be read or written by this user.`)
  return error
}
