/** Reads a part of a file; shorter than asked where the file ends. */
export type ReadPart = (at: number, length: number) => Promise<Uint8Array>

/** A box of an MP4 or MOV file: where it stands, how much of it is its head, and how long it is with its head. */
export type Box = { type: string; at: number; head: number; size: number }

// No film has more; a hostile file may be nothing but heads.
const BOXES_AT_MOST = 20_000

/** A box's head at a place in bytes; `end` is where what holds it ends. Undefined where there is none. */
export function boxAt(bytes: Uint8Array, place: number, at: number, end: number): Box | undefined {
  if (place + 8 > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = String.fromCharCode(...bytes.subarray(place + 4, place + 8))
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return undefined
  const short = view.getUint32(place)
  if (short === 0) return { type, at, head: 8, size: end - at }
  if (short !== 1) return short < 8 ? undefined : { type, at, head: 8, size: short }
  if (place + 16 > bytes.length) return undefined
  const size = view.getUint32(place + 8) * 2 ** 32 + view.getUint32(place + 12)
  return size < 16 ? undefined : { type, at, head: 16, size }
}

/**
 * The boxes a file is made of, read by their heads alone. `isWhole` is false where the last one goes on beyond the end
 * of the file; undefined where the file is not made of boxes.
 */
export async function fileBoxes(
  read: ReadPart,
  size: number,
): Promise<{ boxes: Box[]; isWhole: boolean } | undefined> {
  const boxes: Box[] = []
  let at = 0
  while (at < size) {
    if (boxes.length > BOXES_AT_MOST) return undefined
    const box = boxAt(await read(at, 16), 0, at, size)
    // A few stray bytes at the end hurt nobody.
    if (!box) return boxes.length > 0 && size - at < 8 ? { boxes, isWhole: true } : undefined
    boxes.push(box)
    at += box.size
  }
  return { boxes, isWhole: at === size }
}

/** The boxes inside a part of bytes that are in memory; what is no box ends the list. */
export function boxesIn(bytes: Uint8Array, from: number, to: number): Box[] {
  const boxes: Box[] = []
  const end = Math.min(to, bytes.length)
  for (let at = from; at < end; ) {
    const box = boxAt(bytes, at, at, end)
    if (!box || at + box.size > end || boxes.length > BOXES_AT_MOST) break
    boxes.push(box)
    at += box.size
  }
  return boxes
}

/** The first box on a way of types inside a part of bytes, e.g. `['mdia', 'minf', 'stbl']`. */
export function boxOn(bytes: Uint8Array, from: number, to: number, way: string[]): Box | undefined {
  let found: Box | undefined
  let [start, end] = [from, to]
  for (const type of way) {
    found = boxesIn(bytes, start, end).find((box) => box.type === type)
    if (!found) return undefined
    ;[start, end] = [found.at + found.head, found.at + found.size]
  }
  return found
}
