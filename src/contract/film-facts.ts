import type { FilmForm } from './film-address.ts'

/** What a film's own file says of it. */
export type FilmFacts = {
  form: FilmForm
  /** Null where the file does not say. */
  seconds: number | null
  width: number
  height: number
  /** What its owner should know although it is taken. */
  note: string
}

/** Why a file is not taken as a film: one sentence that says what to do. */
export class FilmProblem extends Error {}

const EXPORT = 'Export it as MP4 with H.264 picture and AAC sound (1080p is plenty), and choose that file.'

/** The reasons for which a file is not taken, each with what to do. */
export const filmProblems = {
  noFilm: () => new FilmProblem(`This file is not a video that can be read. ${EXPORT}`),
  empty: () => new FilmProblem(`There is no video in this file. ${EXPORT}`),
  cutOff: () =>
    new FilmProblem(
      'This file is not complete: it was cut off when it was copied or exported. Export or copy it again, and choose that file.',
    ),
  container: (name: string) => new FilmProblem(`This is ${name}, which browsers do not play. ${EXPORT}`),
  hevc: () =>
    new FilmProblem(
      'This video is in HEVC (H.265), which many phones and browsers do not play. Export it as MP4 with H.264 picture; on an iPhone choose Settings → Camera → Formats → Most Compatible before you record.',
    ),
  prores: () =>
    new FilmProblem(
      'This video is in ProRes, which browsers do not play. In QuickTime choose File → Export As → 1080p with “Use HEVC” off, elsewhere MP4 with H.264 picture and AAC sound, and choose that file.',
    ),
  deepColour: () =>
    new FilmProblem(
      'This video has 10-bit or 4:2:2 color, which phones do not play. Export it with H.264 in the profile High (8-bit, 4:2:0), and choose that file.',
    ),
  picture: (codec: string) =>
    new FilmProblem(`The picture of this video (${codec}) does not play everywhere. ${EXPORT}`),
  noPicture: () => new FilmProblem(`There is only sound in this file. ${EXPORT}`),
  sound: (codec: string) =>
    new FilmProblem(
      `The sound of this video (${codec}) does not play everywhere. Export it again with AAC sound, and choose that file.`,
    ),
  locked: () =>
    new FilmProblem(
      'This video is copy-protected, so browsers cannot play it. Choose the file that you exported yourself.',
    ),
}
