import { z } from 'zod'
import { AD_KEY_CHARACTERS, adLevels, adSteps, unattributedReasons } from './ad-levels.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { Lead } from './lead.ts'
import { ListQuery, RangeQuery } from './range.ts'
import { ListedVisitor } from './visitor.ts'

/** An amount in the currency's smallest unit (cents); of spend it may have decimals. */
export const Amount = z.object({ currency: z.string(), amount: z.number() })
export type Amount = z.output<typeof Amount>

/** What one result cost: the plain quotient (null for none), and between what it likely lies; in the smallest unit. */
export const Cost = z.object({
  value: z.number().nullable(),
  low: z.number(),
  high: z.number().nullable(),
  currency: z.string(),
})
export type Cost = z.output<typeof Cost>

/** A share from 0 to 1 with its 95 % range; null where there is nothing to take a share of, and by the day it happened. */
export const Rate = z.object({ value: z.number(), low: z.number(), high: z.number() })
export type Rate = z.output<typeof Rate>

const figures = {
  /** What was paid, in the currency of the most rows among those in which anything was. */
  spend: Amount.nullable(),
  /** What was paid in other currencies: never added. With any of it no cost is told. */
  otherSpend: z.array(Amount),
  impressions: z.number(),
  clicks: z.number(),
  visitors: z.number(),
  leads: z.number(),
  sawPitch: z.number(),
  applied: z.number(),
  booked: z.number(),
  held: z.number(),
  noShow: z.number(),
  clients: z.number(),
  netCash: z.array(Amount),
  costPerLead: Cost.nullable(),
  costPerBooked: Cost.nullable(),
  costPerHeld: Cost.nullable(),
  costPerClient: Cost.nullable(),
  /** Net cash for each unit of spend, in the same currency. */
  returnOnSpend: z.number().nullable(),
  rates: z.object({ lead: Rate.nullable(), booked: Rate.nullable(), held: Rate.nullable() }),
}

/** All figures of a part of the table. */
export const AdFigures = z.object(figures)
export type AdFigures = z.output<typeof AdFigures>

/** One source, campaign, ad set or ad. */
export const AdRow = z.object({
  key: z.string(),
  level: z.enum(adLevels),
  /** What it is called; null for what says nothing at this level. */
  name: z.string().nullable(),
  /** The id the platform gave it, where one is known. */
  id: z.string().nullable(),
  platform: z.string(),
  /** What it stands in, from its source down; null for what says nothing at that level. */
  within: z.array(z.string().nullable()),
  /** Whether visits ever came of it, and whether money was ever paid for it. */
  hasVisits: z.boolean(),
  hasSpend: z.boolean(),
  /** Its place in the order of the cost per held call, client, or lead, each drawn toward the mean of all; null without spend. */
  order: z.object({
    lead: z.number().nullable(),
    booked: z.number().nullable(),
    held: z.number().nullable(),
    client: z.number().nullable(),
  }),
  /** By which costs it is too early to compare it with another row: fewer than ten results each, and their ranges overlap. */
  tooEarly: z.array(z.enum(['lead', 'booked', 'held', 'client'])),
  ...figures,
})
export type AdRow = z.output<typeof AdRow>

/** A side of what is not matched: a key, what it is called, and what hangs on it. */
export const UnmatchedAd = z.object({
  key: z.string(),
  name: z.string().nullable(),
  /** Where it stands: the names of what is above it. */
  within: z.array(z.string()),
  platform: z.string(),
  spend: Amount.nullable(),
  visitors: z.number(),
  leads: z.number(),
})
export type UnmatchedAd = z.output<typeof UnmatchedAd>

/** Two keys of which the owner said that they are the same. */
export const AdPair = z.object({
  id: z.string(),
  platform: z.string(),
  level: z.enum(adLevels),
  spendKey: z.string(),
  visitKey: z.string(),
  pairedAt: z.string(),
})
export type AdPair = z.output<typeof AdPair>

/** The table of ads at one level. */
export const AdResults = z.object({
  /** Those with the most spend, then leads, then visitors. */
  rows: z.array(AdRow),
  /** All further rows, how many they are and their sum; null where every one is told. */
  others: z.object({ count: z.number(), figures: AdFigures }).nullable(),
  /** All of the range: the sum of the rows, the others and what is unattributed. Below a parent, the parent's. */
  total: AdFigures,
  /** Visitors and leads of whom no ad is known; nothing below a parent. */
  unattributed: AdFigures,
  /** Spend of which nobody ever came, people whose ad never had spend, and what is paired by hand, at this level. */
  unmatchedSpend: z.object({
    spend: z.array(UnmatchedAd),
    /** How many there are of which nobody came, told or not. */
    spendCount: z.number(),
    people: z.array(UnmatchedAd),
    peopleCount: z.number(),
    pairs: z.array(AdPair),
  }),
  /** The owner's fixed rates by which amounts were turned into another currency: one of `currency` is `rate` of `into`. */
  rates: z.array(z.object({ currency: z.string(), rate: z.number(), into: z.string() })),
  /** Where the table stands: the parent and what is above it, the source first. */
  path: z.array(z.object({ key: z.string(), name: z.string().nullable(), level: z.enum(adLevels) })),
})
export type AdResults = z.output<typeof AdResults>

const key = z.string().max(AD_KEY_CHARACTERS)
// A pair is looked up by both of its keys: an index takes none that are longer.
const pairedKey = z.string().min(1, 'must not be empty').max(2000)

/** Which part of the table, and how people are credited. */
const crediting = {
  /** The ad that brought the person first, or last before they became a lead. */
  credit: z.enum(['first', 'last']).default('first'),
  /** By the leads of the range whatever came of them later, or by the day each thing happened. */
  cohort: z.enum(['lead', 'event']).default('lead'),
}

/** What the table of ads is asked for. */
export const AdsQuery = RangeQuery.extend({
  level: z.enum(adLevels).default('source'),
  parent: key.optional(),
  ...crediting,
})
export type AdsQuery = z.output<typeof AdsQuery>

/** What the people behind a figure are asked for; without a key all of the range. */
export const AdPeopleQuery = ListQuery.extend({
  key: key.optional(),
  step: z.enum(adSteps).default('lead'),
  ...crediting,
})
export type AdPeopleQuery = z.output<typeof AdPeopleQuery>

const creditedAd = {
  key: z.string(),
  names: z.array(z.string()),
  reason: z.enum(unattributedReasons).nullable(),
  /** The parameters that say so, as they came. */
  evidence: z.record(z.string(), z.string()),
}

/** What the credited visit said of its ad, from the source down; the reason where it said nothing. */
export const CreditedAd = z.object(creditedAd)
export type CreditedAd = z.output<typeof CreditedAd>

// When it said so and on which page; of the first touch nothing where that view is not kept.
const Touch = z.object({
  ...creditedAd,
  at: z.string().nullable(),
  page: z.string().nullable(),
  /** The ad platform's own mark of the click. */
  clickId: z.string().nullable(),
})

/** Which ad a lead is credited to: the one that brought the person, and the one as it stood when they became a lead. */
export const AdCredit = z.object({ leadId: z.string(), email: z.string(), first: Touch, last: Touch })
export type AdCredit = z.output<typeof AdCredit>

/** What the visitors behind a figure are asked for; without a key all of the range. */
export const AdVisitorsQuery = ListQuery.omit({ q: true }).extend({ key: key.optional() })
export type AdVisitorsQuery = z.output<typeof AdVisitorsQuery>

/** A visitor behind a figure, with why it stands under this ad. */
export const AdVisitor = ListedVisitor.extend({ credited: CreditedAd })
export type AdVisitor = z.output<typeof AdVisitor>

/** A person behind a figure, with why this ad is theirs. */
export const AdPerson = Lead.extend({
  credited: CreditedAd,
  /** When what was asked for happened. */
  at: z.string().nullable(),
  netCash: z.array(Amount),
})
export type AdPerson = z.output<typeof AdPerson>

/** The table of ads: what each brought, and what it cost. */
export const adResultsApi = {
  'GET /api/ads': {
    for: 'owner',
    input: AdsQuery,
    output: AdResults,
    summary:
      'What each source, campaign, ad set or ad of a range brought and cost. `level` is what a row is, `parent` the key of the row above whose rows are wanted. Amounts are in the smallest unit of their currency, and never added across currencies. Beyond 1,000 rows the others are one sum.',
  },
  'GET /api/ads/people': {
    for: 'owner',
    input: AdPeopleQuery,
    output: z.array(AdPerson),
    summary:
      'The people behind a figure of the table, newest first, each with why this ad is theirs. `key` is a row’s, or `unattributed`; without it, all of the range.',
  },
  'GET /api/ads/visitors': {
    for: 'owner',
    input: AdVisitorsQuery,
    output: z.array(AdVisitor),
    summary:
      'The visitors behind a figure of the table, newest first, each with what its first visit said of the ad. `key` is a row’s, or `unattributed`; without it, all of the range.',
  },
  'GET /api/ads/credit/:personId': {
    for: 'owner',
    input: z.object({ personId: z.string().max(100) }),
    output: z.array(AdCredit),
    summary:
      'Which ad each lead of a person is credited to, first and last, with the parameters that say so, when they came and on which page.',
  },
  'POST /api/ads/pairs': {
    for: 'owner',
    input: z.object({
      level: z.enum(adLevels),
      spendKey: pairedKey,
      visitKey: pairedKey,
    }),
    output: AdPair,
    summary: 'Says that what was paid for and what visits call otherwise are the same, once and for all.',
  },
  'DELETE /api/ads/pairs/:id': {
    for: 'owner',
    input: z.object({ id: z.string().max(100) }),
    output: Done,
    summary: 'Takes such a word back.',
  },
} satisfies Endpoints
