import { type Box, boxesIn } from '#contract/film-boxes.ts'

/** A film whose index stands first: new bytes for its beginning, then stretches of the file as it is. */
export type IndexFirst = { head: Buffer; rest: { from: number; to: number }[] }

// A brand that every browser takes; what a MOV file calls itself makes some refuse what they could play.
const FTYP = Buffer.concat([
  Buffer.from([0, 0, 0, 28]),
  Buffer.from('ftypmp42', 'latin1'),
  Buffer.from([0, 0, 0, 0]),
  Buffer.from('mp42isomavc1', 'latin1'),
])
const LARGEST_SHORT = 2 ** 32 - 1
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

/** The tables of places in an index, with the boxes that hold them from the outside in. */
function placeTables(moov: Buffer): { table: Box; holders: Box[] }[] {
  const found: { table: Box; holders: Box[] }[] = []
  const look = (from: number, to: number, holders: Box[]) => {
    for (const box of boxesIn(moov, from, to)) {
      if (box.type === 'stco' || box.type === 'co64') found.push({ table: box, holders })
      else if (HOLDERS.has(box.type)) look(box.at + box.head, box.at + box.size, [...holders, box])
    }
  }
  look(0, moov.length, [])
  return found
}

/** An index with each place in the file moved; places that no longer fit into 32 bits get 64. */
function withPlaces(moov: Buffer, move: (place: number) => number, isLong: boolean): Buffer {
  const pieces: Buffer[] = []
  const out = Buffer.from(moov)
  let copied = 0
  for (const { table, holders } of placeTables(moov)) {
    const start = table.at + table.head
    const wasLong = table.type === 'co64'
    const width = wasLong ? 8 : 4
    const count = Math.min(moov.readUInt32BE(start + 4), Math.floor((table.size - table.head - 8) / width))
    const places = Array.from({ length: count }, (_, index) => {
      const at = start + 8 + index * width
      return move(wasLong ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at))
    })
    const becomesLong = wasLong || isLong
    const body = Buffer.alloc(16 + count * (becomesLong ? 8 : 4))
    body.writeUInt32BE(body.length, 0)
    body.write(becomesLong ? 'co64' : 'stco', 4, 'latin1')
    moov.copy(body, 8, start, start + 4)
    body.writeUInt32BE(count, 12)
    for (const [index, place] of places.entries())
      if (becomesLong) body.writeBigUInt64BE(BigInt(place), 16 + index * 8)
      else body.writeUInt32BE(place, 16 + index * 4)
    const growth = body.length - table.size
    for (const holder of holders) grow(out, holder, growth)
    pieces.push(out.subarray(copied, table.at), body)
    copied = table.at + table.size
  }
  // The sizes of the holders are written by now: what was cut out above are views of the same bytes.
  return Buffer.concat([...pieces, out.subarray(copied)])
}

function grow(bytes: Buffer, box: Box, growth: number): void {
  if (box.head === 16) bytes.writeBigUInt64BE(bytes.readBigUInt64BE(box.at + 8) + BigInt(growth), box.at + 8)
  // 0 says that the box goes on to the end of the file, which is true no more.
  else bytes.writeUInt32BE((bytes.readUInt32BE(box.at) || box.size) + growth, box.at)
}

/**
 * How a film has its index first, so that it plays before all of it has arrived: without copying it, by a new beginning
 * and the stretches that follow. Undefined where its index stands first already and every browser takes its brand.
 */
export function indexFirst(boxes: Box[], moov: Buffer, brand: string): IndexFirst | undefined {
  const index = boxes.find(({ type }) => type === 'moov')
  const media = boxes.find(({ type }) => type === 'mdat')
  const isInParts = boxes.some(({ type }) => type === 'moof')
  if (!index || !media || isInParts) return undefined
  if (index.at < media.at && brand !== 'qt  ' && brand !== '') return undefined
  const left = boxes.filter(({ type }) => type !== 'ftyp' && type !== 'moov')
  const taken = boxes.filter(({ type }) => type === 'ftyp' || type === 'moov')
  const moved = (headLength: number) => (place: number) =>
    place + headLength - taken.reduce((sum, { at, size }) => sum + (at < place ? size : 0), 0)
  const end = Math.max(...boxes.map(({ at, size }) => at + size))
  // Twice the index: longer places make it grow, too.
  const isLong = end + 2 * moov.length + FTYP.length > LARGEST_SHORT
  const { length } = withPlaces(moov, (place) => place, isLong)
  const head = Buffer.concat([FTYP, withPlaces(moov, moved(FTYP.length + length), isLong)])
  return { head, rest: stretches(left) }
}

function stretches(boxes: Box[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const { at, size } of boxes) {
    const last = found.at(-1)
    if (last?.to === at) last.to = at + size
    else found.push({ from: at, to: at + size })
  }
  return found
}
