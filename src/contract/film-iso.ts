import { boxAt, boxesIn, boxOn, fileBoxes, type ReadPart } from './film-boxes.ts'
import { type FilmFacts, filmProblems } from './film-facts.ts'

// The index of a film of ten hours; a file that claims more wants memory.
const LARGEST_INDEX = 64 * 1024 * 1024
// The H.264 profiles with 8 bits and 4:2:0: Baseline, Main, Extended, High.
const PLAYED_PROFILES = new Set([66, 77, 88, 100])
const AAC = new Set([0x40, 0x66, 0x67, 0x68])

type Track = {
  kind: string
  codec: string
  entry: Uint8Array
  width: number
  height: number
  seconds: number
}

const text = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Time scale and duration of a header box of version 0 or 1, as seconds. */
function secondsOf(bytes: Uint8Array, at: number, size: number): number {
  const view = viewOf(bytes)
  const isLong = bytes[at] === 1
  if (size < (isLong ? 32 : 20)) return 0
  const scale = view.getUint32(at + (isLong ? 20 : 12))
  const units = isLong ? view.getUint32(at + 24) * 2 ** 32 + view.getUint32(at + 28) : view.getUint32(at + 16)
  const isUnknown = !isLong && units === 0xffffffff
  return scale > 0 && !isUnknown ? units / scale : 0
}

function trackOf(moov: Uint8Array, from: number, to: number): Track | undefined {
  const handler = boxOn(moov, from, to, ['mdia', 'hdlr'])
  const descriptions = boxOn(moov, from, to, ['mdia', 'minf', 'stbl', 'stsd'])
  if (!handler || !descriptions) return undefined
  const first = descriptions.at + descriptions.head + 8
  const entry = boxAt(moov, first, first, descriptions.at + descriptions.size)
  if (!entry) return undefined
  const header = boxOn(moov, from, to, ['tkhd'])
  // Width and height are the last two fields, as fixed-point numbers.
  const sizes = header && header.size >= 84 ? header.at + header.size - 8 : undefined
  const times = boxOn(moov, from, to, ['mdia', 'mdhd'])
  const view = viewOf(moov)
  return {
    kind: text(moov, handler.at + handler.head + 8, 4),
    codec: entry.type,
    entry: moov.subarray(entry.at, entry.at + entry.size),
    width: sizes === undefined ? 0 : view.getUint16(sizes),
    height: sizes === undefined ? 0 : view.getUint16(sizes + 4),
    seconds: times ? secondsOf(moov, times.at + times.head, times.size - times.head) : 0,
  }
}

/** Where a name of four letters stands in bytes; -1 where it does not. */
function find(bytes: Uint8Array, name: string): number {
  for (let at = 0; at + 4 <= bytes.length; at += 1) if (text(bytes, at, 4) === name) return at
  return -1
}

function checkPicture({ codec, entry }: Track): void {
  if (/^(hvc1|hev1|hvc2|hev2|dvh1|dvhe)$/.test(codec)) throw filmProblems.hevc()
  if (/^ap(ch|cn|cs|co|4h|4x)$/.test(codec)) throw filmProblems.prores()
  if (codec === 'encv') throw filmProblems.locked()
  if (!/^avc[1-4]$/.test(codec)) throw filmProblems.picture(codec.trim())
  const settings = find(entry, 'avcC')
  const profile = settings < 0 ? undefined : entry[settings + 5]
  if (profile === undefined) throw filmProblems.empty()
  if (!PLAYED_PROFILES.has(profile)) throw filmProblems.deepColour()
}

const soundNames: Record<string, string> = {
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  alac: 'Apple Lossless',
  Opus: 'Opus',
  fLaC: 'FLAC',
}

/** Which coding the sound of an `mp4a` track has; undefined where it does not say. */
function soundType(entry: Uint8Array): number | undefined {
  const at = find(entry, 'esds')
  if (at < 0) return undefined
  let place = at + 8
  const descriptor = (tag: number): boolean => {
    if (entry[place] !== tag) return false
    place += 1
    while (((entry[place] ?? 0) & 0x80) !== 0) place += 1
    place += 1
    return true
  }
  if (!descriptor(3)) return undefined
  place += 3
  return descriptor(4) ? entry[place] : undefined
}

function checkSound({ codec, entry }: Track): void {
  if (codec === 'enca') throw filmProblems.locked()
  if (codec === '.mp3') return
  if (codec !== 'mp4a')
    throw filmProblems.sound(
      soundNames[codec] ??
        (/^(sowt|twos|lpcm|raw |in24|in32|fl32|fl64|ipcm|fpcm|NONE)$/.test(codec) ? 'PCM' : codec.trim()),
    )
  const type = soundType(entry)
  const isMp3 = type === 0x69 || type === 0x6b
  if (type !== undefined && !AAC.has(type) && !isMp3) throw filmProblems.sound('not AAC')
}

/** What an MP4 or MOV file says of its film; throws a `FilmProblem` where it cannot play everywhere. */
export async function checkIsoFilm(read: ReadPart, size: number): Promise<FilmFacts> {
  const file = await fileBoxes(read, size)
  if (!file) throw filmProblems.noFilm()
  const index = file.boxes.find(({ type }) => type === 'moov')
  if (!file.isWhole) throw filmProblems.cutOff()
  if (!index)
    throw file.boxes.some(({ type }) => type === 'mdat') ? filmProblems.cutOff() : filmProblems.noFilm()
  if (index.size > LARGEST_INDEX) throw filmProblems.noFilm()
  const moov = await read(index.at, index.size)
  const inside = boxesIn(moov, index.head, moov.length)
  if (inside.some(({ type }) => type === 'cmov'))
    throw filmProblems.container('an old QuickTime file with a compressed index')
  const tracks = inside
    .filter(({ type }) => type === 'trak')
    .flatMap((trak) => trackOf(moov, trak.at + trak.head, trak.at + trak.size) ?? [])
  const picture = tracks.find(({ kind }) => kind === 'vide')
  if (!picture)
    throw tracks.some(({ kind }) => kind === 'soun') ? filmProblems.noPicture() : filmProblems.empty()
  checkPicture(picture)
  // Browsers play the first; phones add others for their own loudspeakers.
  const sound = tracks.find(({ kind }) => kind === 'soun')
  if (sound) checkSound(sound)
  const header = inside.find(({ type }) => type === 'mvhd')
  const told = header ? secondsOf(moov, header.at + header.head, header.size - header.head) : 0
  const seconds = told || picture.seconds
  const isInParts = file.boxes.some(({ type }) => type === 'moof')
  if (seconds <= 0 && !isInParts) throw filmProblems.empty()
  if (!isInParts && !file.boxes.some(({ type }) => type === 'mdat')) throw filmProblems.empty()
  return { form: 'mp4', seconds: seconds || null, width: picture.width, height: picture.height, note: '' }
}
