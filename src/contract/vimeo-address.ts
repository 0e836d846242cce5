import { readUrl } from './read-url.ts'

/** A Vimeo video: its number, and the word that opens an unlisted one. */
export type VimeoVideo = { id: string; hash: string | undefined }

/**
 * The video of a Vimeo address in any of the forms people copy: the video's page, an unlisted one's with its word, a
 * channel's or showcase's, and the player's. Undefined for every other address.
 */
export function vimeoVideoOf(address: string): VimeoVideo | undefined {
  const url = readUrl(address)
  if (url?.protocol !== 'https:' || !/^((www|player)\.)?vimeo\.com$/.test(url.hostname)) return undefined
  const parts = url.pathname.split('/').filter(Boolean)
  const at = parts.map((part) => /^\d{5,12}$/.test(part)).lastIndexOf(true)
  const id = parts[at]
  const word = url.searchParams.get('h') ?? parts[at + 1]
  return id ? { id, hash: word && /^[0-9a-f]{6,40}$/.test(word) ? word : undefined } : undefined
}
