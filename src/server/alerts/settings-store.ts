import { sql } from 'kysely'
import { type AlertSettings, defaultAlertSettings } from '#contract/alerts.ts'
import type { Queryable } from '#server/platform/database.ts'

/** What the owner is alerted about, and where. */
export async function readAlertSettings(database: Queryable): Promise<AlertSettings> {
  const { rows } = await sql<AlertSettings>`
    select email_to as "emailTo", email_new_lead as "emailNewLead", email_trouble as "emailTrouble",
      webhook_url as "webhookUrl", webhook_new_lead as "webhookNewLead", webhook_trouble as "webhookTrouble"
    from alert_settings where id = 1`.execute(database)
  return rows[0] ?? defaultAlertSettings
}

/** Changes what is named and returns all of it. */
export async function changeAlertSettings(
  database: Queryable,
  change: Partial<AlertSettings>,
  at: Date,
): Promise<AlertSettings> {
  const now = { ...(await readAlertSettings(database)), ...change }
  await sql`
    insert into alert_settings (id, email_to, email_new_lead, email_trouble, webhook_url, webhook_new_lead,
      webhook_trouble, updated_at)
    values (1, ${now.emailTo}, ${now.emailNewLead}, ${now.emailTrouble}, ${now.webhookUrl}, ${now.webhookNewLead},
      ${now.webhookTrouble}, ${at})
    on conflict (id) do update set email_to = excluded.email_to, email_new_lead = excluded.email_new_lead,
      email_trouble = excluded.email_trouble, webhook_url = excluded.webhook_url,
      webhook_new_lead = excluded.webhook_new_lead, webhook_trouble = excluded.webhook_trouble,
      updated_at = excluded.updated_at`.execute(database)
  return now
}
