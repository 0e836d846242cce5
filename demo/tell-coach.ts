import { defaultSettings } from '#contract/settings.ts'
import { sendAlertJob } from '#server/alerts/order-alerts.ts'
import { type AlertWays, sendAlert } from '#server/alerts/send-alert.ts'
import { changeAlertSettings } from '#server/alerts/settings-store.ts'
import type { Database } from '#server/platform/database.ts'
import type { FollowingJob } from './following-jobs.ts'
import type { MonthParts } from './lead-story.ts'

/** By what the demo's coach is told of new leads and troubles, and where. */
export type CoachsAlerts = { ways: AlertWays; emailTo: string; webhookUrl: string }

/** Switches both ways of alerts on, as the coach would in the settings. */
export async function switchAlertsOn(
  database: Database,
  { emailTo, webhookUrl }: CoachsAlerts,
  at: Date,
): Promise<void> {
  const every = { emailNewLead: true, emailTrouble: true, webhookNewLead: true, webhookTrouble: true }
  await changeAlertSettings(database, { emailTo, webhookUrl, ...every }, at)
}

/** Sends the alerts among the jobs, each a moment after it was ordered. */
export async function tellCoach(parts: MonthParts, jobs: FollowingJob[]): Promise<void> {
  for (const { name, data, at } of jobs) {
    if (name !== sendAlertJob) continue
    const then = new Date(Math.min(at.getTime() + 2000, parts.now.getTime()))
    const sending = {
      ...parts,
      ...parts.alerts.ways,
      clock: { now: () => then },
      live: { changed: () => {} },
      refreshVendors: async () => {},
      ownTimezone: () => defaultSettings.timezone,
    }
    await sendAlert(sending, String(data.alertId))
  }
}
