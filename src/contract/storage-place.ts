/** Object storage that speaks S3: where it is, and by which keys it is used. */
export type StoragePlace = {
  /** Protocol and host alone. */
  endpoint: string
  region: string
  bucket: string
  /** The folder inside the bucket, without slashes around it; empty for none. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** What a bucket may be called. */
export const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/

/** What a folder in it may be called: nothing that signing or an address would write in another way. */
export const FOLDER = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** The region that a storage's address names; `auto` at Cloudflare, and what most others take where it names none. */
export function regionOf(endpoint: string): string {
  const host = URL.parse(endpoint)?.hostname ?? ''
  if (host.endsWith('.r2.cloudflarestorage.com')) return 'auto'
  return (
    /(?:^|\.)s3[.-]([a-z0-9-]+)\.(?:amazonaws\.com|backblazeb2\.com|wasabisys\.com)$/.exec(host)?.[1] ??
    'us-east-1'
  )
}
