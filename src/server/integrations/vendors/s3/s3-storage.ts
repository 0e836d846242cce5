import { setTimeout as pause } from 'node:timers/promises'
import type { StoragePlace } from '#contract/storage-place.ts'
import type { ObjectStorage, StoredObject } from '#server/integrations/object-storage.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { asVendorError, callS3, isPassing, openS3, type S3Way } from './call-s3.ts'
import { elementsOf, nonsense, textsOf } from './read-answer.ts'
import { endUnfinished, uploadFile } from './upload-file.ts'

const BREAKS = 5

/** A folder of a bucket at any vendor that speaks S3, by path-style addresses and signature version 4. */
export function createS3Storage(place: StoragePlace, way: S3Way): ObjectStorage {
  const folder = place.prefix ? `${place.prefix}/` : ''
  async function list(): Promise<StoredObject[]> {
    const objects: StoredObject[] = []
    const tokens = new Set<string>()
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query: Record<string, string> = { 'list-type': '2', prefix: folder }
      if (token) query['continuation-token'] = token
      const { text } = await callS3(place, way, { method: 'GET', query })
      for (const content of elementsOf(text, 'Contents')) {
        const [key = ''] = textsOf(content, 'Key')
        objects.push({ key: key.slice(folder.length), bytes: Number(textsOf(content, 'Size')[0]) })
      }
      const isMore = textsOf(text, 'IsTruncated')[0] === 'true'
      token = isMore ? (textsOf(text, 'NextContinuationToken')[0] ?? '') : undefined
      // Of half a listing the films of the other half would be taken for such that nothing needs.
      if (token === '' || (token !== undefined && tokens.has(token))) throw nonsense()
      if (token !== undefined) tokens.add(token)
    }
    return objects
  }
  return {
    list,
    async put(key, body) {
      await callS3(place, way, { method: 'PUT', key, body })
    },
    putFile: (key, path, onSent) => uploadFile(place, way, { key, path, onSent }),
    async *read(key) {
      let read = 0
      for (let breaks = 0; ; breaks += 1) {
        try {
          const headers: Record<string, string> = read > 0 ? { range: `bytes=${read}-` } : {}
          const answer = await openS3(place, way, { method: 'GET', key, headers })
          // Without a range in the answer it would begin anew in the middle.
          if (read > 0 && answer.statusCode !== 206) {
            answer.destroy()
            throw new VendorError('The download broke off.', { vendor: 'S3', kind: 'invalid-request' })
          }
          try {
            for await (const part of answer) {
              read += part.length
              yield part
            }
          } finally {
            answer.destroy()
          }
          return
        } catch (error) {
          const failure = asVendorError(error)
          if (breaks === BREAKS || way.signal.aborted || !isPassing(failure)) throw failure
          await pause(500, undefined, { signal: way.signal })
        }
      }
    },
    async remove(key) {
      try {
        await callS3(place, way, { method: 'DELETE', key })
      } catch (error) {
        if (!(error instanceof VendorError) || error.kind !== 'not-found') throw error
      }
    },
    dropUnfinished: (isOurs) => endUnfinished(place, way, isOurs),
  }
}
