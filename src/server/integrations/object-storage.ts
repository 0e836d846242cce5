/** An object as a listing tells it; its key is without the folder that everything of ours lies in. */
export type StoredObject = { key: string; bytes: number }

/**
 * A place that keeps whole files by name. Every call fails with a `VendorError`; what may succeed later has been tried
 * again by then.
 */
export type ObjectStorage = {
  /** Keeps a few bytes. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Sends a file part by part, whole or not at all; returns what was sent. */
  putFile(
    key: string,
    path: string,
    onSent: (bytes: number) => void,
  ): Promise<{ bytes: number; sha256: string }>
  /** The bytes of an object, no faster than they are taken. */
  read(key: string): AsyncGenerator<Buffer>
  list(): Promise<StoredObject[]>
  /** Takes an object away; one that is not there is no failure. */
  remove(key: string): Promise<void>
  /** Ends uploads that were begun and never finished: they are not listed, and are paid for. */
  dropUnfinished(isOurs: (key: string, begunAt: Date) => boolean): Promise<void>
}
