import type { Step } from '#server/platform/migrate.ts'
import * as functions from './0001-functions.ts'
import * as visitors from './0002-visitors.ts'
import * as pageViews from './0003-page-views.ts'
import * as leads from './0004-leads.ts'
import * as tagging from './0005-tagging.ts'
import * as counting from './0006-counting.ts'
import * as externalEvents from './0007-external-events.ts'
import * as crm from './0008-crm.ts'
import * as calls from './0009-calls.ts'
import * as conversions from './0010-conversions.ts'
import * as alerts from './0011-alerts.ts'
import * as site from './0012-site.ts'
import * as owner from './0013-owner.ts'
import * as search from './0014-search.ts'
import * as rebuilding from './0015-rebuilding.ts'
import * as ownerLooks from './0016-owner-looks.ts'
import * as trackingLookUps from './0017-tracking-look-ups.ts'
import * as films from './0018-films.ts'
import * as ownApplication from './0019-own-application.ts'
import * as ownCalendar from './0020-own-calendar.ts'
import * as mail from './0021-mail.ts'
import * as leadNotes from './0022-lead-notes.ts'
import * as searchedAnswers from './0023-searched-answers.ts'
import * as backups from './0024-backups.ts'
import * as connections from './0025-connections.ts'
import * as watched from './0026-watched.ts'
import * as hiddenVisitors from './0027-hidden-visitors.ts'
import * as adSpendAndMoney from './0028-ad-spend-and-money.ts'
import * as retention from './0029-retention.ts'
import * as upgrades from './0030-upgrades.ts'
import * as adSpendImports from './0031-ad-spend-imports.ts'
import * as moneyAfterTheSale from './0032-money-after-the-sale.ts'
import * as countedAds from './0033-counted-ads.ts'
import * as secondPlace from './0034-second-place.ts'
import * as crmOutcomes from './0035-crm-outcomes.ts'
import * as foundApplications from './0036-found-applications.ts'
import * as oneLookUp from './0037-one-look-up.ts'
import * as capturesInOrder from './0038-captures-in-order.ts'
import * as lookUpsByOne from './0039-look-ups-by-one.ts'
import * as boundedLookUp from './0040-bounded-look-up.ts'
import * as whatIsRare from './0041-what-is-rare.ts'
import * as builtAssets from './0042-built-assets.ts'
import * as trackingInTurns from './0043-tracking-in-turns.ts'

/**
 * Every migration in the order of its number. One that has landed never changes; what changes the schema is a new file
 * with the next number.
 */
export const allMigrations: Record<string, Step> = {
  '0001-functions': functions,
  '0002-visitors': visitors,
  '0003-page-views': pageViews,
  '0004-leads': leads,
  '0005-tagging': tagging,
  '0006-counting': counting,
  '0007-external-events': externalEvents,
  '0008-crm': crm,
  '0009-calls': calls,
  '0010-conversions': conversions,
  '0011-alerts': alerts,
  '0012-site': site,
  '0013-owner': owner,
  '0014-search': search,
  '0015-rebuilding': rebuilding,
  '0016-owner-looks': ownerLooks,
  '0017-tracking-look-ups': trackingLookUps,
  '0018-films': films,
  '0019-own-application': ownApplication,
  '0020-own-calendar': ownCalendar,
  '0021-mail': mail,
  '0022-lead-notes': leadNotes,
  '0023-searched-answers': searchedAnswers,
  '0024-backups': backups,
  '0025-connections': connections,
  '0026-watched': watched,
  '0027-hidden-visitors': hiddenVisitors,
  '0028-ad-spend-and-money': adSpendAndMoney,
  '0029-retention': retention,
  '0030-upgrades': upgrades,
  '0031-ad-spend-imports': adSpendImports,
  '0032-money-after-the-sale': moneyAfterTheSale,
  '0033-counted-ads': countedAds,
  '0034-second-place': secondPlace,
  '0035-crm-outcomes': crmOutcomes,
  '0036-found-applications': foundApplications,
  '0037-one-look-up': oneLookUp,
  '0038-captures-in-order': capturesInOrder,
  '0039-look-ups-by-one': lookUpsByOne,
  '0040-bounded-look-up': boundedLookUp,
  '0041-what-is-rare': whatIsRare,
  '0042-built-assets': builtAssets,
  '0043-tracking-in-turns': trackingInTurns,
}
