import { createHash } from 'node:crypto'
import { LARGEST_PICTURE, type Picture } from '#contract/content-api.ts'
import {
  pictureAddress,
  readPictureAddress,
  smallPictureAddress,
  widthsOf,
} from '#contract/picture-address.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { encodePicture } from './encode-picture.ts'
import { findPicture, insertPicture, type PictureRow } from './picture-store.ts'

/** Stores a picture from its file: checked by content, made anew in several sizes. The same file twice is one. */
export async function storePicture(database: Database, bytes: Uint8Array, at: Date): Promise<Picture> {
  if (bytes.byteLength > LARGEST_PICTURE) throw new Refusal('too-large', 'A picture may be at most 15 MB.')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const known = await findPicture(database, hash)
  if (known) return asPicture(known)
  const { width, height, extension, full, small } = await encodePicture(bytes, hash)
  const address = pictureAddress({ hash, width, height, extension })
  const row: PictureRow = { hash, address, width, height, bytes: full.byteLength, created_at: at }
  const type = extension === 'jpg' ? 'image/jpeg' : 'image/png'
  const files = [{ name: address.replace('/media/', ''), type, bytes: full }, ...small]
  await database.transaction().execute((transaction) => insertPicture(transaction, row, files))
  return asPicture(row)
}

/** A stored picture as the owner sees it. */
export function asPicture(row: PictureRow): Picture {
  const { hash, address, width, height, bytes } = row
  const smallest = widthsOf(readPictureAddress(address)?.width ?? width)[0] ?? width
  const thumbnail = smallPictureAddress(hash, smallest, 'webp')
  return { id: hash, address, thumbnail, width, height, bytes, createdAt: row.created_at.toISOString() }
}
