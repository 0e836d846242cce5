import { tidyColour } from '#contract/colour.ts'
import type { FieldFormat } from './field-node.ts'

const WISTIA = /(?:\/(?:medias|iframe)\/|[?&]wvideo=|wistia_async_)([a-z0-9]{6,32})/i
// A host's name and what follows it; an email address and a path of this site are none.
const WITHOUT_SCHEME = /^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i

/**
 * A pasted value as its field keeps it: a link with its https://, a video's id out of its whole address, an email
 * address and a pixel's number without what clings to them, a colour as `#rrggbb`. What it does not know stays as it is.
 */
export function tidyPasted(format: FieldFormat, pasted: string): string {
  const text = pasted.trim()
  if (format === 'media-id') return WISTIA.exec(text)?.[1] ?? text
  if (format === 'pixel-id') return /^[\d\s.-]+$/.test(text) ? text.replace(/\D/g, '') : text
  if (format === 'colour') return tidyColour(text)
  if (format === 'email') return text.replace(/^mailto:/i, '')
  if (format === 'link' || format === 'youtube-link') {
    if (/^http:\/\//i.test(text)) return text.replace(/^http/i, 'https')
    return WITHOUT_SCHEME.test(text) ? `https://${text}` : text
  }
  return pasted
}
