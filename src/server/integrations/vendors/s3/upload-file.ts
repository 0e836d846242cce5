import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { StoragePlace } from '#contract/storage-place.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { callS3, type S3Way } from './call-s3.ts'
import { elementsOf, nonsense, textsOf } from './read-answer.ts'

const MEBIBYTE = 1024 * 1024
const PART_BYTES = 8 * MEBIBYTE
const MOST_PARTS = 10_000

/** Sends a file in parts of equal size, of which one is in memory at a time; a file of one part in a single call. */
export async function uploadFile(
  place: StoragePlace,
  way: S3Way,
  file: { key: string; path: string; onSent: (bytes: number) => void },
): Promise<{ bytes: number; sha256: string }> {
  const handle = await open(file.path, 'r')
  try {
    const { size } = await handle.stat()
    const sum = createHash('sha256')
    if (size <= PART_BYTES) {
      const body = await readPart(handle, 0, size)
      await callS3(place, way, { method: 'PUT', key: file.key, body })
      file.onSent(size)
      return { bytes: size, sha256: sum.update(body).digest('hex') }
    }
    const { key } = file
    const begun = await callS3(place, way, { method: 'POST', key, query: { uploads: '' } })
    const [uploadId] = textsOf(begun.text, 'UploadId')
    if (!uploadId) throw nonsense()
    try {
      const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS / MEBIBYTE) * MEBIBYTE)
      const etags: string[] = []
      for (let at = 0; at < size; at += partBytes) {
        const body = await readPart(handle, at, Math.min(partBytes, size - at))
        sum.update(body)
        const query = { partNumber: String(etags.length + 1), uploadId }
        etags.push((await callS3(place, way, { method: 'PUT', key, query, body })).etag)
        file.onSent(at + body.length)
      }
      await complete(place, way, { key, uploadId, etags })
    } catch (error) {
      // Where that fails, too, the next run ends it.
      await endUpload(place, { ...way, signal: AbortSignal.timeout(10_000) }, key, uploadId).catch(() => {})
      throw error
    }
    return { bytes: size, sha256: sum.digest('hex') }
  } finally {
    await handle.close()
  }
}

/** Ends the uploads that were begun and never finished. */
export async function endUnfinished(
  place: StoragePlace,
  way: S3Way,
  isOurs: (key: string, begunAt: Date) => boolean,
): Promise<void> {
  const folder = place.prefix ? `${place.prefix}/` : ''
  const { text } = await callS3(place, way, { method: 'GET', query: { uploads: '', prefix: folder } })
  for (const upload of elementsOf(text, 'Upload')) {
    const [[whole = ''], [uploadId = ''], [begunAt = '']] = [
      textsOf(upload, 'Key'),
      textsOf(upload, 'UploadId'),
      textsOf(upload, 'Initiated'),
    ]
    const key = whole.slice(folder.length)
    if (whole.startsWith(folder) && uploadId && isOurs(key, new Date(begunAt)))
      await endUpload(place, way, key, uploadId)
  }
}

const endUpload = async (place: StoragePlace, way: S3Way, key: string, uploadId: string): Promise<void> => {
  await callS3(place, way, { method: 'DELETE', key, query: { uploadId } })
}

async function complete(
  place: StoragePlace,
  way: S3Way,
  { key, uploadId, etags }: { key: string; uploadId: string; etags: string[] },
): Promise<void> {
  const parts = etags.map((etag, index) => {
    const quoted = etag.replaceAll('"', '&quot;')
    return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${quoted}</ETag></Part>`
  })
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  try {
    await callS3(place, way, { method: 'POST', key, query: { uploadId }, body })
  } catch (error) {
    // An answer that was lost said that it is done; what is there is read back in any case.
    if (!(error instanceof VendorError) || error.kind !== 'not-found') throw error
  }
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const body = Buffer.alloc(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(body, read, length - read, at + read)
    if (bytesRead === 0) throw new Error('the file became shorter while it was sent')
    read += bytesRead
  }
  return body
}
