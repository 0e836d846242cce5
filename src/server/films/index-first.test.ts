import { describe, expect, it } from 'vitest'
import { boxesIn, boxOn, fileBoxes } from '#contract/film-boxes.ts'
import { indexFirst } from './index-first.ts'

const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
/** A box whose size is written with 64 bits. */
const longBox = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write(type, 4, 'latin1')
  head.writeBigUInt64BE(BigInt(body.length + 16), 8)
  return Buffer.concat([head, body])
}
const short = (places: number[]) => {
  const body = Buffer.alloc(8 + places.length * 4)
  body.writeUInt32BE(places.length, 4)
  for (const [index, place] of places.entries()) body.writeUInt32BE(place, 8 + index * 4)
  return box('stco', body)
}
const long = (places: number[]) => {
  const body = Buffer.alloc(8 + places.length * 8)
  body.writeUInt32BE(places.length, 4)
  for (const [index, place] of places.entries()) body.writeBigUInt64BE(BigInt(place), 8 + index * 8)
  return box('co64', body)
}
const trak = (table: Buffer) =>
  box(
    'trak',
    box('tkhd', Buffer.alloc(4)),
    box('mdia', box('minf', box('stbl', box('stts', Buffer.alloc(8)), table))),
  )
const moov = (...tables: Buffer[]) =>
  box('moov', box('mvhd', Buffer.alloc(20)), ...tables.map(trak), box('udta', Buffer.from('name')))
const ftyp = (brand: string) => box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'))

/** The places that the first index of a film names, with the bytes that stand there. */
function pointedAt(film: Buffer, length: number): string[] {
  const index = boxesIn(film, 0, film.length).find(({ type }) => type === 'moov')
  if (!index) throw new Error('there is no index')
  return boxesIn(film, index.at + index.head, index.at + index.size)
    .filter(({ type }) => type === 'trak')
    .flatMap(({ at, head, size }) => {
      const tables = boxOn(film, at + head, at + size, ['mdia', 'minf', 'stbl'])
      const table = tables && boxesIn(film, tables.at + tables.head, tables.at + tables.size).at(-1)
      if (!table) throw new Error('there is no table of places')
      const start = table.at + table.head + 8
      const count = film.readUInt32BE(start - 4)
      return Array.from({ length: count }, (_, entry) => {
        const place =
          table.type === 'co64'
            ? Number(film.readBigUInt64BE(start + entry * 8))
            : film.readUInt32BE(start + entry * 4)
        return film.subarray(place, place + length).toString()
      })
    })
}

async function shifted(file: Buffer, brand: string): Promise<Buffer | undefined> {
  const found = await fileBoxes(async (at, length) => file.subarray(at, at + length), file.length)
  const index = found?.boxes.find(({ type }) => type === 'moov')
  if (!found || !index) throw new Error('the test’s own file is wrong')
  const first = indexFirst(found.boxes, file.subarray(index.at, index.at + index.size), brand)
  return first && Buffer.concat([first.head, ...first.rest.map(({ from, to }) => file.subarray(from, to))])
}

const media = Buffer.from('AAAABBBBCCCCDDDD')

describe('a film whose index stands at its end', () => {
  it('has it first, and every place in it leads to the same bytes', async () => {
    const start = ftyp('isom')
    const wide = box('wide')
    const at = start.length + wide.length + 8
    const file = Buffer.concat([
      start,
      wide,
      box('mdat', media),
      moov(short([at, at + 8]), short([at + 4, at + 12])),
    ])
    const film = await shifted(file, 'isom')
    expect(film && boxesIn(film, 0, film.length).map(({ type }) => type)).toEqual([
      'ftyp',
      'moov',
      'wide',
      'mdat',
    ])
    expect(film && pointedAt(film, 4)).toEqual(['AAAA', 'CCCC', 'BBBB', 'DDDD'])
  })

  it('has it first with long places and sizes, too', async () => {
    const start = ftyp('isom')
    const at = start.length + 16
    const file = Buffer.concat([start, longBox('mdat', media), moov(long([at, at + 12]), short([at + 4]))])
    const film = await shifted(file, 'isom')
    expect(film && pointedAt(film, 4)).toEqual(['AAAA', 'DDDD', 'BBBB'])
  })

  it('has it first where its media stand in two parts and nothing says what it is', async () => {
    const first = box('mdat', Buffer.from('AAAA'))
    const second = box('mdat', Buffer.from('BBBB'))
    const index = moov(short([8, first.length + 0]))
    const at = first.length + index.length + 8
    const file = Buffer.concat([first, moov(short([8, at])), second])
    const film = await shifted(file, '')
    expect(film && boxesIn(film, 0, film.length).map(({ type }) => type)).toEqual([
      'ftyp',
      'moov',
      'mdat',
      'mdat',
    ])
    expect(film && pointedAt(film, 4)).toEqual(['AAAA', 'BBBB'])
  })

  it('gets places of 64 bits where they no longer fit into 32', async () => {
    const start = ftyp('isom')
    const far = 2 ** 32 - 20
    const index = moov(short([start.length + 8, far]))
    const end = start.length + 2 ** 32 + 100
    const boxes = [
      { type: 'ftyp', at: 0, head: 8, size: start.length },
      { type: 'mdat', at: start.length, head: 8, size: end - start.length },
      { type: 'moov', at: end, head: 8, size: index.length },
    ]
    const first = indexFirst(boxes, index, 'isom')
    const tables =
      first && boxOn(first.head, 28, first.head.length, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'co64'])
    if (!first || !tables) throw new Error('there is no table of long places')
    const places = [0, 1].map((entry) => Number(first.head.readBigUInt64BE(tables.at + 16 + entry * 8)))
    const moved = first.head.length - start.length
    expect(places).toEqual([start.length + 8 + moved, far + moved])
    // Each box that holds the table has grown with it.
    expect(boxesIn(first.head, 0, first.head.length).map(({ type }) => type)).toEqual(['ftyp', 'moov'])
    expect(first.head.length).toBe(28 + index.length + 8)
    expect(first.rest).toEqual([{ from: start.length, to: end }])
  })
})

describe('a film whose index stands first', () => {
  const start = ftyp('isom')
  const size = moov(short([0])).length
  const file = (brand: string) =>
    Buffer.concat([ftyp(brand), moov(short([start.length + size + 8])), box('mdat', media)])

  it('stays as it is', async () => {
    expect(await shifted(file('isom'), 'isom')).toBeUndefined()
  })

  it('gets a brand that every browser takes where it is a MOV', async () => {
    const film = await shifted(file('qt  '), 'qt  ')
    expect(film?.subarray(4, 12).toString()).toBe('ftypmp42')
    expect(film && pointedAt(film, 4)).toEqual(['AAAA'])
  })
})

it('a film in parts has no index to move', async () => {
  const file = Buffer.concat([
    ftyp('isom'),
    moov(short([])),
    box('moof', Buffer.alloc(4)),
    box('mdat', media),
  ])
  expect(await shifted(file, 'isom')).toBeUndefined()
})
