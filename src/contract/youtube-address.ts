import { readUrl } from './read-url.ts'

const HOSTS = /^((www\.|m\.|music\.)?youtube\.com|(www\.)?youtube-nocookie\.com)$/
const ID = /^[\w-]{11}$/

/**
 * The video id of a YouTube address in any of the forms people copy: watch, youtu.be, embed, shorts and live.
 * Undefined for every other address.
 */
export function youtubeIdOf(address: string): string | undefined {
  const url = readUrl(address)
  if (!url) return undefined
  const [first, second] = url.pathname.split('/').filter(Boolean)
  const isPlayer = HOSTS.test(url.hostname)
  const id =
    url.hostname === 'youtu.be'
      ? first
      : isPlayer && first === 'watch'
        ? url.searchParams.get('v')
        : isPlayer && /^(embed|shorts|live|v)$/.test(first ?? '')
          ? second
          : undefined
  return url.protocol === 'https:' && id && ID.test(id) ? id : undefined
}
