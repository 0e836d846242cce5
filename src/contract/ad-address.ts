import { type AttributionKey, attributionInQuery } from './attribution.ts'
import { attributionKeys } from './attribution-keys.ts'

/** Something about an advert's address that will not be counted the way it was meant. */
export type AddressWarning = { parameter: string | null; words: string }

/** What the product understands of an advert's address. */
export type ReadAddress = {
  /** The page it leads to, without parameters; null where the text is no address. */
  path: string | null
  /** It leads to this site. */
  isOurs: boolean
  /** There is such a page. */
  pageExists: boolean
  attribution: { key: AttributionKey; value: string }[]
  warnings: AddressWarning[]
}

type OwnSite = { publicUrl: string; paths: string[] }

// What people write in place of the names that are read, most often another tool's spelling.
const meant: Record<string, AttributionKey> = {
  utm_id: 'utm_campaign_id',
  campaign_id: 'utm_campaign_id',
  utm_campaignid: 'utm_campaign_id',
  adset_id: 'utm_adset_id',
  utm_adsetid: 'utm_adset_id',
  adset_name: 'utm_adset',
  utm_adset_name: 'utm_adset',
  ad_id: 'utm_ad_id',
  utm_adid: 'utm_ad_id',
  ad_name: 'utm_ad',
  utm_ad_name: 'utm_ad',
  campaign_name: 'utm_campaign',
  utm_campaign_name: 'utm_campaign',
  placement: 'utm_placement',
  utm_src: 'utm_source',
  source: 'utm_source',
}
const MACRO = /\{\{[^}]*\}\}|^__[A-Z_]+__$|^\{[a-z_]+\}$/
const PAID = /^(paid|cpc|ppc|paid[_-]?social|paidsocial|ads?)$/i

/** Reads an advert's address: page, attribution, and what is likely a slip of the pen. */
export function readAdAddress(address: string, site: OwnSite): ReadAddress {
  const url = URL.parse(address.trim(), site.publicUrl)
  const isAddress = url !== null && /^https?:$/.test(url.protocol)
  if (!isAddress)
    return {
      path: null,
      isOurs: false,
      pageExists: false,
      attribution: [],
      warnings: [{ parameter: null, words: 'This is not an address of a web page.' }],
    }
  const isOurs = url.host === new URL(site.publicUrl).host
  const path = url.pathname.replace(/(.)\/+$/, '$1')
  const pageExists = isOurs && site.paths.includes(path)
  const found = attributionInQuery(url.search)
  const attribution = attributionKeys.flatMap((key) => {
    const value = found[key]
    return value ? [{ key, value }] : []
  })
  const warnings = [...aboutPage(url, { isOurs, pageExists, path }), ...aboutParameters(url)]
  return { path, isOurs, pageExists, attribution, warnings: [...warnings, ...aboutGaps(found)] }
}

/** A host that only the computer itself, or its own network, reaches; nobody who sees an advert does. */
export const isPrivateHost = (host: string): boolean =>
  /^(localhost|.*\.(local|localhost)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[::1?\])$/i.test(
    host,
  )

function aboutPage(url: URL, page: { isOurs: boolean; pageExists: boolean; path: string }): AddressWarning[] {
  const say = (words: string) => [{ parameter: null, words }]
  if (!page.isOurs) return say(`It leads to ${url.host}, which is not this site.`)
  if (!page.pageExists) return say(`There is no page at ${page.path}. Visitors would see “Page not found”.`)
  if (isPrivateHost(url.hostname))
    return say(
      `It cannot work in an ad: only your own computer reaches ${url.host}. Set the site’s public address first (Site → Start → Public address).`,
    )
  return url.protocol === 'http:'
    ? say('It starts with http://. Use https://, or in-app browsers may warn.')
    : []
}

function aboutParameters(url: URL): AddressWarning[] {
  const known = new Set<string>(attributionKeys)
  const seen = new Set<string>()
  return [...url.searchParams].flatMap(([parameter, value]) => {
    const warnings: AddressWarning[] = []
    const say = (words: string) => warnings.push({ parameter, words })
    const plain = parameter.toLowerCase().replaceAll('-', '_')
    const instead = known.has(plain) ? plain : meant[plain]
    if (seen.has(parameter)) say('It is there twice; only the first is read.')
    else if (!known.has(parameter) && instead) say(`It is not read under this name. Write ${instead}.`)
    else if (!known.has(parameter) && plain.startsWith('utm_'))
      say('This name is not recognized, so it will not be shown.')
    else if (known.has(parameter) && value.trim() === '') say('It is empty.')
    else if (known.has(parameter) && MACRO.test(value))
      say(
        'The ad platform fills this in when the ad is shown. Visits that show it unfilled did not come from ads.',
      )
    seen.add(parameter)
    return warnings
  })
}

function aboutGaps(found: ReturnType<typeof attributionInQuery>): AddressWarning[] {
  const gap = (parameter: AttributionKey, words: string) => ({ parameter, words })
  if (!found.utm_source)
    return [gap('utm_source', 'It is missing, so nobody can tell where these visits come from.')]
  if (found.utm_medium && PAID.test(found.utm_medium) && !found.utm_campaign_id)
    return [gap('utm_campaign_id', 'It is missing, so a renamed campaign will look like a new one.')]
  return []
}
