import type { adResultsApi } from '#contract/ad-results.ts'
import type { adSpendApi } from '#contract/ad-spend.ts'
import type { alertsApi } from '#contract/alerts.ts'
import type { applicationsApi } from '#contract/application.ts'
import type { autoTagRulesApi } from '#contract/auto-tag-rules.ts'
import type { autoTagsApi } from '#contract/auto-tags.ts'
import type { backupPlacesApi, backupsApi } from '#contract/backups.ts'
import type { blockingApi } from '#contract/blocking.ts'
import type { calendarOwnerApi } from '#contract/calendar.ts'
import type { connectionsApi } from '#contract/connections.ts'
import type { contentApi } from '#contract/content-api.ts'
import type { crmFieldsApi } from '#contract/crm-fields.ts'
import type { crmReadingApi } from '#contract/crm-reading.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { filmsApi } from '#contract/films-api.ts'
import type { journeyApi } from '#contract/journey.ts'
import type { leadsApi } from '#contract/lead.ts'
import type { mailServerApi } from '#contract/mail-server.ts'
import type { mailsApi } from '#contract/mails.ts'
import type { notesApi } from '#contract/notes.ts'
import type { outcomesApi } from '#contract/outcomes.ts'
import type { ownBrowserApi } from '#contract/own-browser.ts'
import type { ownerApi } from '#contract/owner.ts'
import type { pageAnalyticsApi } from '#contract/page-analytics.ts'
import type { paymentsApi } from '#contract/payments.ts'
import type { peopleApi } from '#contract/people.ts'
import type { retentionApi } from '#contract/retention.ts'
import type { settingsApi } from '#contract/settings.ts'
import type { statusApi } from '#contract/status.ts'
import type { reportsApi } from '#contract/summary.ts'
import type { unconfirmedApi } from '#contract/unconfirmed.ts'
import type { unmatchedApi } from '#contract/unmatched.ts'
import type { vendorSettingsApi } from '#contract/vendor-settings.ts'
import type { visitorsApi } from '#contract/visitor.ts'

type DashboardApi = typeof adResultsApi &
  typeof adSpendApi &
  typeof alertsApi &
  typeof applicationsApi &
  typeof autoTagRulesApi &
  typeof autoTagsApi &
  typeof backupPlacesApi &
  typeof backupsApi &
  typeof blockingApi &
  typeof calendarOwnerApi &
  typeof connectionsApi &
  typeof contentApi &
  typeof crmFieldsApi &
  typeof crmReadingApi &
  typeof filmsApi &
  typeof journeyApi &
  typeof leadsApi &
  typeof mailServerApi &
  typeof vendorSettingsApi &
  typeof mailsApi &
  typeof notesApi &
  typeof outcomesApi &
  typeof ownBrowserApi &
  typeof ownerApi &
  typeof pageAnalyticsApi &
  typeof paymentsApi &
  typeof peopleApi &
  typeof reportsApi &
  typeof retentionApi &
  typeof settingsApi &
  typeof statusApi &
  typeof unmatchedApi &
  typeof unconfirmedApi &
  typeof visitorsApi

/** The method and path pattern of every call the dashboard makes, e.g. `GET /api/visitors`. */
export type CallName = keyof DashboardApi

/** What a call takes: path parameters, query and body together. */
export type CallInput<Name extends CallName> = InputOf<DashboardApi[Name]>

/** What a call answers. */
export type CallOutput<Name extends CallName> = OutputOf<DashboardApi[Name]>

/** The calls that answer a list. */
export type ListName = {
  [Name in CallName]: CallOutput<Name> extends readonly unknown[] ? Name : never
}[CallName]

/** One row of a call that answers a list. */
export type RowOf<Name extends ListName> = CallOutput<Name> extends readonly (infer Row)[] ? Row : never
