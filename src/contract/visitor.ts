import { z } from 'zod'
import { AdditionalData, attributionColumns } from './attribution.ts'
import { deviceColumns } from './device.ts'
import type { Endpoints } from './endpoint.ts'
import { ListQuery, sorting, trafficFilter } from './range.ts'

/** Why a visitor is stored but not counted (docs/spec.md, 'Privacy'). */
export const exclusionReasons = ['bot', 'program', 'owner', 'prefetch', 'self'] as const

/** What hides all that a visitor did, though it is no bot and not the owner's: a block, or its form was held as spam. */
const hidingReasons = ['block', 'spam'] as const

/** Why no number holds a visitor as the owner reads it, on the screen and in files. */
export const notCountedLabels: Record<
  (typeof exclusionReasons)[number] | (typeof hidingReasons)[number] | 'unseen',
  string
> = {
  bot: 'Bot',
  program: 'Program',
  owner: 'Your browser',
  prefetch: 'Preview',
  self: 'This is you',
  block: 'Hidden by a block',
  spam: 'Held back as spam',
  unseen: 'No page view yet',
}

/** A visitor as the dashboard shows it (docs/spec.md, 'Records'). Dates are ISO strings. */
export const Visitor = z.object({
  id: z.string(),
  personId: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ipAddress: z.string().nullable(),
  fingerprint: z.string().nullable(),
  ...deviceColumns,
  firstSeen: z.string(),
  lastSeen: z.string(),
  visitCount: z.number(),
  pageViewCount: z.number(),
  ...attributionColumns,
  landingPath: z.string().nullable(),
  excluded: z.enum(exclusionReasons).nullable(),
  additionalData: AdditionalData,
})
export type Visitor = z.output<typeof Visitor>

/** A visitor of a list, with what it did in the list's range; the other figures are of all time. */
export const ListedVisitor = Visitor.extend({
  viewsInRange: z.number(),
  /** Visits with a view in the range, half an hour without one between them. */
  visitsInRange: z.number(),
  lastSeenInRange: z.string().nullable(),
  /** Whether the numbers of the range hold it; not while it is hidden, or no page view of it has come yet. */
  isCounted: z.boolean(),
  hiddenBy: z.enum(hidingReasons).nullable(),
})
export type ListedVisitor = z.output<typeof ListedVisitor>

/** A page view as the dashboard shows it (docs/spec.md, 'Records'). */
export const PageView = z.object({
  id: z.string(),
  visitorId: z.string(),
  page: z.string(),
  timestamp: z.string(),
  referrer: z.string().nullable(),
  metadata: z.object({ title: z.string().nullable() }),
  ...attributionColumns,
})
export type PageView = z.output<typeof PageView>

/** The columns visitors can be sorted by. */
export const visitorSorts = [
  'name',
  'visits',
  'views',
  'source',
  'timezone',
  'language',
  'first-seen',
  'last-seen',
] as const
export type VisitorSort = (typeof visitorSorts)[number]

/** Which visitors to list. A `source` of 'Direct' means none, as the overview calls it. */
export const VisitorsQuery = ListQuery.extend({
  hidden: z.enum(['true', 'false']).default('false'),
  ...sorting(visitorSorts),
  ...trafficFilter,
})
export type VisitorsQuery = z.output<typeof VisitorsQuery>

/** The dashboard's reads of visitors and page views. Lists carry `X-Total-Count` and `X-Next-Cursor`; with
 * `X-Total-Count-Capped: true` there are more than that many. */
export const visitorsApi = {
  'GET /api/visitors': {
    for: 'owner',
    input: VisitorsQuery,
    output: z.array(ListedVisitor),
    summary:
      'Visitors with a counted page view or lead in the range, and those of whom no page view has come yet, newest first. `hidden=true` lists instead who is not counted: bots, own browsers, and those of whom a block (or being held as spam) hides all they did; `source`, `page`, `campaign` and `ad` keep those with a view that has all of them; `q` finds address, timezone, language, UTM source and campaign, and the name, email and phone of who it is. `sort` and `dir` put up to 1,000 of them in another order; of more, they come newest first, with `X-Sort-Skipped: true`. `viewsInRange`, `visitsInRange` and `lastSeenInRange` are of the range, every other figure of all time.',
  },
  'GET /api/page-views': {
    for: 'owner',
    input: ListQuery,
    output: z.array(PageView),
    summary: 'Page views in the range, newest first.',
  },
} satisfies Endpoints
