import type { Attribution } from '#contract/attribution.ts'
import { fbcOf } from '#web/site/browser/click-cookies.ts'
import type { DemoDay } from './calendar.ts'
import { type Ad, CAMPAIGNS, type Campaign, VIRAL } from './campaign-list.ts'
import type { BrowserKind } from './devices.ts'
import type { Random } from './random.ts'

/** How somebody came: from where, with what in the address, in which browser, onto which page. */
export type Arrival = {
  attribution: Attribution
  referrer: string | undefined
  browser: BrowserKind
  landing: string
}

/** An arrival on a day, by the campaigns that ran then. */
export function inventArrival(random: Random, day: DemoDay, at: Date, isViral: boolean): Arrival {
  const running = CAMPAIGNS.filter(
    ({ from, until, weekday }) =>
      day.age <= from && day.age >= until && (weekday === undefined || weekday === day.weekday),
  )
  const campaign = isViral ? VIRAL : random.weighted(running.map((one) => [one, one.weight] as const))
  const ad = random.weighted(campaign.ads.map((one) => [one, one.weight] as const))
  return {
    attribution: campaign.source ? inAddress(random, campaign, ad, at) : {},
    referrer: random.pick(campaign.referrers),
    browser: random.weighted(campaign.browsers),
    landing: ad.landing,
  }
}

/** An arrival from the weekly letter, as somebody who is on its list. */
export function fromNewsletter(random: Random, at: Date): Pick<Arrival, 'attribution' | 'landing'> {
  const campaign = CAMPAIGNS.find(({ source }) => source === 'newsletter')
  if (!campaign) throw new Error('the demo has no newsletter')
  const ad = random.pick(campaign.ads)
  return { attribution: inAddress(random, campaign, ad, at), landing: ad.landing }
}

function inAddress(random: Random, campaign: Campaign, ad: Ad, at: Date): Attribution {
  const { source, platform, medium, name } = campaign
  const link = { utm_source: source, utm_source_platform: platform, utm_medium: medium, utm_campaign: name }
  const placement = {
    utm_content: ad.ad,
    ...(ad.placements.length > 0 ? { utm_placement: random.pick(ad.placements) } : {}),
  }
  if (medium !== 'paid_social') return { ...link, ...placement }
  const paid = {
    utm_campaign_id: idOf(name),
    ...(ad.adset ? { utm_adset: ad.adset, utm_adset_id: idOf(name + ad.adset) } : {}),
    utm_ad: ad.ad,
    utm_ad_id: idOf(`${name}${ad.adset}${ad.ad}`),
  }
  if (platform !== 'meta') return { ...link, ...paid, ...placement }
  const fbclid = `IwY2xjaw${Buffer.from(random.bytes(42)).toString('base64url')}`
  return { ...link, ...paid, ...placement, fbclid, fbc: fbcOf(fbclid, at.getTime()) }
}

/** An ad platform's number for a name: 18 digits, the same for the same name. */
function idOf(name: string): string {
  let value = 7
  for (const character of name) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1e12
  return `120${String(Math.floor(value)).padStart(15, '4')}`
}
