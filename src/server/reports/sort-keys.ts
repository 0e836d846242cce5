import type { AutoTagLog, LogSort } from '#contract/auto-tags.ts'
import { type Lead, type LeadSort, leadStages } from '#contract/lead.ts'
import { sourceName } from '#contract/source-name.ts'
import type { ListedVisitor, VisitorSort } from '#contract/visitor.ts'
import type { SortKey } from './sorted-list.ts'

/** What each column of the leads is sorted by: what the owner sees in it. */
export const leadKeys: Record<LeadSort, SortKey<Lead>> = {
  name: ({ name }) => name,
  stage: ({ stage }) => leadStages.indexOf(stage),
  source: sourceName,
  ad: ({ utmAd, utmCampaign }) => utmAd ?? utmCampaign,
  email: ({ email }) => email,
  phone: ({ phoneE164, phone }) => phoneE164 ?? phone,
  page: ({ slug }) => slug,
  crm: ({ delivery }) => delivery.state,
  'first-seen': ({ firstSeen }) => Date.parse(firstSeen),
  'next-step': ({ nextStep }) => nextStep && Date.parse(nextStep.dueOn),
}

/** What each column of the visitors is sorted by. */
export const visitorKeys: Record<VisitorSort, SortKey<ListedVisitor>> = {
  name: ({ name, ipAddress }) => name || ipAddress,
  visits: ({ visitsInRange }) => visitsInRange,
  views: ({ viewsInRange }) => viewsInRange,
  source: sourceName,
  timezone: ({ timezone }) => timezone,
  language: ({ language }) => language,
  'first-seen': ({ firstSeen }) => Date.parse(firstSeen),
  'last-seen': ({ lastSeenInRange }) => lastSeenInRange && Date.parse(lastSeenInRange),
}

/** What each column of the rules' log is sorted by. */
export const logKeys: Record<LogSort, SortKey<AutoTagLog>> = {
  status: ({ status }) => status,
  tag: ({ tagName }) => tagName,
  lead: ({ leadName, leadEmail }) => leadName || leadEmail,
  result: ({ errorMessage, ghlContactId }) => errorMessage ?? ghlContactId,
  took: ({ executionTime }) => executionTime,
  when: ({ timestamp }) => Date.parse(timestamp),
}
