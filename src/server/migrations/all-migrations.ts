import type { Migration } from 'kysely/migration'
import * as foundation from './2026-11-21-foundation.ts'
import * as handOffs from './2026-11-21-hand-offs.ts'
import * as milestones from './2026-11-21-milestones.ts'
import * as ownerSettings from './2026-11-21-owner-settings.ts'
import * as pixelEvents from './2026-11-21-pixel-events.ts'
import * as recordTracking from './2026-11-21-record-tracking.ts'
import * as viewsByPath from './2026-11-21-views-by-path.ts'
import * as alerts from './2026-11-22-alerts.ts'
import * as autoTagRules from './2026-11-22-auto-tag-rules.ts'
import * as crmUpkeep from './2026-11-22-crm-upkeep.ts'
import * as erasedPeople from './2026-11-22-erased-people.ts'
import * as markedVisitors from './2026-11-22-marked-visitors.ts'
import * as signedDeliveries from './2026-11-22-signed-deliveries.ts'
import * as signedFacts from './2026-11-22-signed-facts.ts'
import * as adEvents from './2026-11-23-ad-events.ts'
import * as callRequests from './2026-11-23-call-requests.ts'
import * as countsByValue from './2026-11-23-counts-by-value.ts'
import * as siteContent from './2026-11-24-site-content.ts'
import * as whenCallsFailed from './2026-11-24-when-calls-failed.ts'
import * as visitorAddresses from './2026-11-25-visitor-addresses.ts'
import * as uncountedViews from './2026-11-26-uncounted-views.ts'
import * as capturesByStep from './2026-11-27-captures-by-step.ts'
import * as browsers from './2026-11-28-browsers.ts'
import * as searchAcrossDots from './2026-11-28-search-across-dots.ts'
import * as leadsByIdAndTime from './2026-11-29-leads-by-id-and-time.ts'
import * as digitsWithDots from './2026-11-30-digits-with-dots.ts'
import * as whoIsCounted from './step-27-who-is-counted.ts'
import * as visitorLinks from './step-30-visitor-links.ts'
import * as unconfirmedCaptures from './step-31-unconfirmed-captures.ts'
import * as callLimits from './step-32-call-limits.ts'
import * as ownerAndSecret from './step-33-owner-and-secret.ts'
import * as erasedVisitors from './step-34-erased-visitors.ts'
import * as executionsLoggedAtOnce from './step-35-executions-logged-at-once.ts'
import * as viewsToTheMillisecond from './step-36-views-to-the-millisecond.ts'
import * as blockedNetworks from './step-37-blocked-networks.ts'
import * as phoneDigits from './step-38-phone-digits.ts'
import * as testLeads from './step-39-test-leads.ts'
import * as kindsOfFailures from './step-40-kinds-of-failures.ts'
import * as countedTimezones from './step-41-counted-timezones.ts'
import * as hidingInPortions from './step-42-hiding-in-portions.ts'

/** Every migration in the order of its name. One that has landed never changes; a new one is added below. */
export const allMigrations: Record<string, Migration> = {
  '2026-11-21-foundation': foundation,
  '2026-11-21-hand-offs': handOffs,
  '2026-11-21-milestones': milestones,
  '2026-11-21-owner-settings': ownerSettings,
  '2026-11-21-pixel-events': pixelEvents,
  '2026-11-21-record-tracking': recordTracking,
  '2026-11-21-views-by-path': viewsByPath,
  '2026-11-22-alerts': alerts,
  '2026-11-22-auto-tag-rules': autoTagRules,
  '2026-11-22-crm-upkeep': crmUpkeep,
  '2026-11-22-erased-people': erasedPeople,
  '2026-11-22-marked-visitors': markedVisitors,
  '2026-11-22-signed-deliveries': signedDeliveries,
  '2026-11-22-signed-facts': signedFacts,
  '2026-11-23-ad-events': adEvents,
  '2026-11-23-call-requests': callRequests,
  '2026-11-23-counts-by-value': countsByValue,
  '2026-11-24-site-content': siteContent,
  '2026-11-24-when-calls-failed': whenCallsFailed,
  '2026-11-25-visitor-addresses': visitorAddresses,
  '2026-11-26-uncounted-views': uncountedViews,
  '2026-11-27-captures-by-step': capturesByStep,
  '2026-11-28-browsers': browsers,
  '2026-11-28-search-across-dots': searchAcrossDots,
  '2026-11-29-leads-by-id-and-time': leadsByIdAndTime,
  '2026-11-30-digits-with-dots': digitsWithDots,
  'step-27-who-is-counted': whoIsCounted,
  'step-30-visitor-links': visitorLinks,
  'step-31-unconfirmed-captures': unconfirmedCaptures,
  'step-32-call-limits': callLimits,
  'step-33-owner-and-secret': ownerAndSecret,
  'step-34-erased-visitors': erasedVisitors,
  'step-35-executions-logged-at-once': executionsLoggedAtOnce,
  'step-36-views-to-the-millisecond': viewsToTheMillisecond,
  'step-37-blocked-networks': blockedNetworks,
  'step-38-phone-digits': phoneDigits,
  'step-39-test-leads': testLeads,
  'step-40-kinds-of-failures': kindsOfFailures,
  'step-41-counted-timezones': countedTimezones,
  'step-42-hiding-in-portions': hidingInPortions,
}
