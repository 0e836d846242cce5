import { LARGEST_PICTURE, type Picture } from '#contract/content-api.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { sendFile } from '#web/dashboard/api/send-file.ts'

const MEGABYTE = 1024 * 1024

/** Why a file cannot be sent as a picture, in one plain sentence; undefined where it can. */
export function refusedFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  // Some browsers do not know the type of these at all.
  if (/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return 'This is an iPhone picture in HEIC format, which browsers cannot show. Take a screenshot of it and choose that, or set Settings → Camera → Formats to “Most Compatible”.'
  if (!type.startsWith('image/')) return 'This is not a picture. Choose a photo or an image file.'
  if (type === 'image/svg+xml')
    return 'This kind of picture (SVG) cannot be used. Save it as PNG or JPEG first.'
  if (size > LARGEST_PICTURE)
    return `This picture is ${Math.ceil(size / MEGABYTE)} MB; the limit is ${LARGEST_PICTURE / MEGABYTE} MB.`
  return undefined
}

/** Why a picture was not taken, in the words that help most. */
export const refusedPicture = (error: unknown): string =>
  (error instanceof CallFailed && error.fields.picture) || sentenceOf(error)

/** Sends a picture file and tells how much of it has arrived, from 0 to 1. Throws as `sendFile` does. */
export async function sendPicture(file: File, onProgress: (share: number) => void): Promise<Picture> {
  const answer = await sendFile('/api/site/pictures', file, { type: file.type, onProgress })
  // The server has already checked the answer against the contract.
  return JSON.parse(answer) as Picture
}
