import { decodePart, NO_WORD } from './ad-keys.ts'

/** What a visit or a row of spend says of its ad. Ids and names are of campaign, ad set and ad; '' where it says none. */
export type AdLabels = {
  source: string
  ids: readonly [string, string, string]
  names: readonly [string, string, string]
}

// What a platform did not fill in is nothing that anybody said.
const UNFILLED = /^\{\{[^}]*\}\}$|^__[A-Z_]+__$|^\{[a-z_]+\}$/

const META =
  /^((facebook|fb|meta|instagram|ig|messenger|threads)([ _-]?ads?)?|((www|m|l|lm)\.)?(facebook\.com|instagram\.com|threads\.(com|net))|msg|an|th)$/
const GOOGLE = /^(adwords|gads|google([ _-]?ads)?)$/
const TIKTOK = /^((tiktok|tt)([ _-]?ads?)?|(www\.)?tiktok\.com)$/
const UNPAID = /^(bio|email|video|organic|referral|social)$/

/** A word of an address without what a platform left unfilled. */
const filled = (text: string | undefined): string => {
  const trimmed = (text ?? '').trim()
  return UNFILLED.test(trimmed) ? '' : trimmed
}

/**
 * The source of a visit, by which it meets its spend: the platform whose ad it was, however its link spells that;
 * anything else by its own word, letter case aside.
 */
export function adSource({
  source,
  medium,
  hasId,
}: {
  source: string
  medium: string
  hasId: boolean
}): string {
  const word = filled(source).toLowerCase()
  if (UNPAID.test(medium.toLowerCase()) && !hasId) return word
  if (META.test(word)) return 'meta'
  if (GOOGLE.test(word)) return 'google'
  return TIKTOK.test(word) ? 'tiktok' : word
}

/** What a counted touch (`touchOf`) says of its ad; null where it says nothing. */
export function readTouch(touch: string): AdLabels | null {
  if (touch === '') return null
  if (!touch.startsWith('[')) return { source: touch, ids: ['', '', ''], names: ['', '', ''] }
  const [source = '', medium = '', campaignId, campaign, adsetId, adset, adId, ad] = JSON.parse(
    touch,
  ) as string[]
  const ids = [filled(campaignId), filled(adsetId), filled(adId)] as const
  const names = [filled(campaign), filled(adset), filled(ad)] as const
  const said = { source: adSource({ source, medium, hasId: ids.some((id) => id !== '') }), ids, names }
  // A link of which nothing was filled in says as little as one without parameters.
  return [said.source, ...ids, ...names].every((word) => word === '') ? null : said
}

/** A thing that was said, as text. */
export const textOfLabels = ({ source, ids, names }: AdLabels): string =>
  JSON.stringify([source, ...ids, ...names])

/** What a key says of its ad. */
export function labelsOfKey(key: string): AdLabels {
  const [source = '', ...rest] = key.split('/')
  const parts = rest.map((part) => ({ kind: part.slice(0, 1), word: decodePart(part.slice(1)) }))
  const word = (kind: string, place: number) => (parts[place]?.kind === kind ? parts[place].word : '')
  return {
    source: source === NO_WORD ? '' : decodePart(source),
    ids: [word('#', 0), word('#', 1), word('#', 2)],
    names: [word('=', 0), word('=', 1), word('=', 2)],
  }
}
