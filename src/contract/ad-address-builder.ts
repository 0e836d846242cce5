import type { Attribution } from './attribution.ts'
import { attributionKeys } from './attribution-keys.ts'

/** Where an address is put, with the words the owner sees. */
export const placements = {
  meta: 'Facebook and Instagram ads',
  tiktok: 'TikTok ads',
  google: 'Google ads',
  youtube: 'YouTube video description',
  email: 'Email',
  bio: 'Link in your Instagram bio',
} as const

/** Where an address is put. */
export type Placement = keyof typeof placements

// What stands in the macros is filled in by the advert platform at the moment of the click.
const filledIn: Record<Placement, Attribution> = {
  meta: {
    // Facebook or Instagram, as the ad was shown.
    utm_source: '{{site_source_name}}',
    utm_source_platform: '{{site_source_name}}',
    utm_medium: 'paid',
    utm_campaign: '{{campaign.name}}',
    utm_campaign_id: '{{campaign.id}}',
    utm_adset: '{{adset.name}}',
    utm_adset_id: '{{adset.id}}',
    utm_ad: '{{ad.name}}',
    utm_ad_id: '{{ad.id}}',
    utm_placement: '{{placement}}',
  },
  tiktok: {
    utm_source: 'tiktok',
    utm_medium: 'paid',
    utm_campaign: '__CAMPAIGN_NAME__',
    utm_campaign_id: '__CAMPAIGN_ID__',
    utm_adset: '__AID_NAME__',
    utm_adset_id: '__AID__',
    utm_ad: '__CID_NAME__',
    utm_ad_id: '__CID__',
    utm_placement: '__PLACEMENT__',
  },
  google: {
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign_id: '{campaignid}',
    utm_adset_id: '{adgroupid}',
    utm_ad_id: '{creative}',
    utm_placement: '{placement}',
    utm_term: '{keyword}',
  },
  youtube: { utm_source: 'youtube', utm_medium: 'video' },
  email: { utm_source: 'email', utm_medium: 'email' },
  bio: { utm_source: 'instagram', utm_medium: 'bio' },
}

/** Where in a platform's own ad manager the two halves of an address belong, in its words; whole where it has one field. */
export type PastePlace = { where: string; page: string; parameters: string | null }

/** Where an address of each placement is pasted. */
export const pastePlaces: Record<Placement, PastePlace> = {
  meta: {
    where: 'Meta Ads Manager → the ad → Destination and Tracking',
    page: 'Website URL',
    parameters: 'URL parameters',
  },
  tiktok: { where: 'TikTok Ads Manager → the ad → Destination page', page: 'URL', parameters: null },
  google: {
    where: 'Google Ads → the ad, or its campaign → Ad URL options',
    page: 'Final URL',
    parameters: 'Final URL suffix',
  },
  youtube: { where: 'YouTube Studio → the video → Details', page: 'Description', parameters: null },
  email: { where: 'Your email', page: 'The link of the button or text', parameters: null },
  bio: { where: 'Instagram → Edit profile → Links', page: 'URL', parameters: null },
}

/** An advert platform that a pasted address was made for, by what it says of itself. */
export function placementOf(found: Pick<Attribution, 'utm_source' | 'utm_medium'>): Placement | undefined {
  const source = found.utm_source?.toLowerCase() ?? ''
  const isPaid = !/^(bio|email|video|organic)$/i.test(found.utm_medium ?? '')
  if (/tiktok/.test(source)) return 'tiktok'
  if (/google|adwords/.test(source)) return 'google'
  if (/youtube/.test(source)) return 'youtube'
  if (/mail/.test(source)) return 'email'
  if (/^(facebook|fb|instagram|ig|meta|msg|an|\{\{site_source_name\}\})$/.test(source))
    return isPaid ? 'meta' : 'bio'
  return undefined
}

/**
 * The address of a page for one placement, with the platform's own macros where it has them; `words` of the owner's
 * (a campaign's name, a content) take their place. `publicUrl` is the site's address without a trailing slash.
 */
export function adAddress(
  placement: Placement,
  page: { publicUrl: string; path: string },
  words: Attribution = {},
): string {
  const values: Attribution = { ...filledIn[placement], ...words }
  const query = attributionKeys.flatMap((key) => {
    const value = values[key]?.trim()
    return value ? [`${key}=${readable(value)}`] : []
  })
  return `${page.publicUrl}${page.path}?${query.join('&')}`
}

// Platforms find their macros by the letters alone, so braces and underscores must stay as they are.
const readable = (value: string): string =>
  encodeURIComponent(value).replaceAll('%7B', '{').replaceAll('%7D', '}')
