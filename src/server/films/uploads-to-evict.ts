import type { UploadRow } from './store.ts'

const AT_ONCE = 8

/** What an upload that begins needs and finds: `room` is what the disk has once all that is open has arrived. */
type Wanted = { bytes: number; room: number; idleSince: Date }

/**
 * The open uploads that make way for one that begins: none as long as it has a place and room, else those that stood
 * still, the oldest first and no more than it takes. Where all of those were not enough, what is lacking.
 */
export function uploadsToEvict(
  open: readonly UploadRow[],
  { bytes, room, idleSince }: Wanted,
): UploadRow[] | 'no place' | { roomAtMost: number } {
  const leaving: UploadRow[] = []
  const hasPlace = () => open.length - leaving.length < AT_ONCE
  const roomNow = () => leaving.reduce((sum, other) => sum + other.bytes, room)
  for (const upload of open) {
    if (hasPlace() && bytes <= roomNow()) break
    if (upload.touched_at < idleSince) leaving.push(upload)
  }
  if (!hasPlace()) return 'no place'
  return bytes > roomNow() ? { roomAtMost: Math.max(0, roomNow()) } : leaving
}
