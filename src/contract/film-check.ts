import type { ReadPart } from './film-boxes.ts'
import { type FilmFacts, filmProblems } from './film-facts.ts'
import { checkIsoFilm } from './film-iso.ts'
import { checkWebmFilm } from './film-webm.ts'

/** Largest film that is taken, in bytes. */
export const LARGEST_FILM = 4 * 1024 * 1024 * 1024

/** As many bytes of a file's beginning tell whether it can be a film at all. */
export const FIRST_BYTES = 12

const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'moof', 'styp'])
const EBML = [0x1a, 0x45, 0xdf, 0xa3]

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** What a file's first bytes say it is; throws a `FilmProblem` where that is no film. */
export function formOfStart(bytes: Uint8Array): 'iso' | 'webm' {
  if (startsWith(bytes, EBML)) return 'webm'
  const letters = String.fromCharCode(...bytes.subarray(0, FIRST_BYTES))
  if (FIRST_BOXES.has(letters.slice(4, 8))) return 'iso'
  if (letters.startsWith('RIFF') && letters.slice(8, 11) === 'AVI')
    throw filmProblems.container('an AVI file')
  if (startsWith(bytes, [0x30, 0x26, 0xb2, 0x75])) throw filmProblems.container('a Windows Media file')
  if (letters.startsWith('FLV')) throw filmProblems.container('a Flash file')
  if (startsWith(bytes, [0x47])) throw filmProblems.container('a recording of a camcorder or TV (MPEG-TS)')
  throw filmProblems.noFilm()
}

/**
 * What a file says of its film, read by its heads and its index alone; throws a `FilmProblem` with what to do where it
 * would not play on every phone and in every browser.
 */
export async function checkFilm(read: ReadPart, size: number): Promise<FilmFacts> {
  if (size < FIRST_BYTES) throw filmProblems.empty()
  const form = formOfStart(await read(0, FIRST_BYTES))
  return form === 'webm' ? checkWebmFilm(read, size) : checkIsoFilm(read, size)
}
