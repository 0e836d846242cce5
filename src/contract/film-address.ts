/** The forms a film is kept in: what its address ends in. */
export type FilmForm = 'mp4' | 'webm'

/** A stored film as its address names it. */
export type FilmName = { id: string; form: FilmForm }

const ADDRESS = /^\/films\/([0-9a-f]{32})\.(mp4|webm)$/
const CAPTIONS = /^\/films\/captions\/([0-9a-f]{32})\.vtt$/

/** The address under which a stored film plays; what is there never changes. */
export const filmAddress = ({ id, form }: FilmName): string => `/films/${id}.${form}`

/** Reads a stored film's address; undefined for every other. */
export function readFilmAddress(address: string): FilmName | undefined {
  const [, id, form] = ADDRESS.exec(address) ?? []
  return id && (form === 'mp4' || form === 'webm') ? { id, form } : undefined
}

/** The address of stored captions, named by what they say. */
export const captionsAddress = (hash: string): string => `/films/captions/${hash}.vtt`

/** Whether an address is one of stored captions. */
export const isCaptionsAddress = (address: string): boolean => CAPTIONS.test(address)

/** The media type of a film's form. */
export const filmType = (form: FilmForm): string => `video/${form}`

/**
 * The film that every site has until its owner's own is there, in two forms: phones play the first, browsers that were
 * built without H.264 the second. Other bytes need another name.
 */
export const sampleFilm = {
  media: 'sample',
  seconds: 900,
  mp4: '/films/sample-1.mp4',
  webm: '/films/sample-1.webm',
} as const
