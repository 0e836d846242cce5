import type { ReadPart } from './film-boxes.ts'
import { type FilmFacts, filmProblems } from './film-facts.ts'

// What says how a film is made stands before its first pictures.
const HEAD_BYTES = 4 * 1024 * 1024

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const UNKNOWN = -1

type Element = { id: number; from: number; to: number; size: number }

/** A number of EBML's changing length; an id keeps the mark of its length. */
function readNumber(
  bytes: Uint8Array,
  at: number,
  keepsMark: boolean,
): { value: number; length: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  let value = keepsMark ? first : first & (0xff >> length)
  let isUnknown = (first & (0xff >> length)) === 0xff >> length
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0
    value = value * 256 + byte
    isUnknown = isUnknown && byte === 0xff
  }
  return { value: isUnknown && !keepsMark ? UNKNOWN : value, length }
}

function elementAt(bytes: Uint8Array, at: number, end: number): Element | undefined {
  const id = readNumber(bytes, at, true)
  const size = id && readNumber(bytes, at + id.length, false)
  if (!id || !size) return undefined
  const from = at + id.length + size.length
  return { id: id.value, from, to: size.value === UNKNOWN ? end : from + size.value, size: size.value }
}

function elementsIn(bytes: Uint8Array, from: number, to: number): Element[] {
  const elements: Element[] = []
  const end = Math.min(to, bytes.length)
  for (let at = from; at < end; ) {
    const element = elementAt(bytes, at, end)
    if (!element) break
    elements.push(element)
    if (element.id === CLUSTER) break
    at = element.to
  }
  return elements
}

const textOf = (bytes: Uint8Array, { from, to }: Element) =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 64))).replace(/\0+$/, '')

const numberOf = (bytes: Uint8Array, { from, to }: Element) =>
  bytes.subarray(from, to).reduce((value, byte) => value * 256 + byte, 0)

function floatOf(bytes: Uint8Array, { from, to }: Element): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (to > bytes.length) return 0
  return to - from === 8 ? view.getFloat64(from) : to - from === 4 ? view.getFloat32(from) : 0
}

/** The seconds of the film; null where the file does not say, as a browser's own recordings do not. */
function secondsIn(bytes: Uint8Array, info: Element | undefined): number | null {
  const fields = info ? elementsIn(bytes, info.from, info.to) : []
  const scale = fields.find(({ id }) => id === 0x2ad7b1)
  const duration = fields.find(({ id }) => id === 0x4489)
  const nanoseconds = (duration ? floatOf(bytes, duration) : 0) * (scale ? numberOf(bytes, scale) : 1_000_000)
  return nanoseconds > 0 ? nanoseconds / 1e9 : null
}

/** What a WebM file says of its film; throws a `FilmProblem` where it cannot play. */
export async function checkWebmFilm(read: ReadPart, size: number): Promise<FilmFacts> {
  const bytes = await read(0, Math.min(size, HEAD_BYTES))
  const header = elementAt(bytes, 0, size)
  const kind = header && elementsIn(bytes, header.from, header.to).find(({ id }) => id === 0x4282)
  const name = kind && textOf(bytes, kind)
  if (name === 'matroska') throw filmProblems.container('an MKV file')
  if (!header || name !== 'webm') throw filmProblems.noFilm()
  const segment = elementAt(bytes, header.to, size)
  if (segment?.id !== SEGMENT) throw filmProblems.empty()
  if (segment.to > size) throw filmProblems.cutOff()
  const parts = elementsIn(bytes, segment.from, segment.to)
  const tracks = parts.find(({ id }) => id === TRACKS)
  if (!tracks || tracks.to > bytes.length) throw filmProblems.empty()
  const found = elementsIn(bytes, tracks.from, tracks.to)
    .filter(({ id }) => id === 0xae)
    .map(({ from, to }) => {
      const fields = elementsIn(bytes, from, to)
      const field = (id: number) => fields.find((one) => one.id === id)
      const [type, codec, video] = [field(0x83), field(0x86), field(0xe0)]
      const sizes = video ? elementsIn(bytes, video.from, video.to) : []
      const side = (id: number) => {
        const told = sizes.find((one) => one.id === id)
        return told ? numberOf(bytes, told) : 0
      }
      return {
        type: type ? numberOf(bytes, type) : 0,
        codec: codec ? textOf(bytes, codec) : '',
        width: side(0xb0),
        height: side(0xba),
      }
    })
  const picture = found.find(({ type }) => type === 1)
  if (!picture) throw found.length > 0 ? filmProblems.noPicture() : filmProblems.empty()
  if (!/^V_VP[89]$/.test(picture.codec)) throw filmProblems.picture(picture.codec.replace(/^V_/, ''))
  for (const { type, codec } of found)
    if (type === 2 && !/^A_(VORBIS|OPUS)$/.test(codec)) throw filmProblems.sound(codec.replace(/^A_/, ''))
  return {
    form: 'webm',
    seconds: secondsIn(
      bytes,
      parts.find(({ id }) => id === INFO),
    ),
    width: picture.width,
    height: picture.height,
    note: 'This is a WebM video: iPhones with iOS 17.3 or older do not play it. An MP4 with H.264 plays everywhere.',
  }
}
