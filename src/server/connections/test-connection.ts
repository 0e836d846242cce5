import type { Vendor } from '#contract/connections.ts'
import type { AlertWays } from '#server/alerts/send-alert.ts'
import { sendTest } from '#server/alerts/send-test.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { type MetaTestParts, testMeta } from './test-meta.ts'
import { testWebhook, type WebhookTestParts } from './test-webhook.ts'

/** Asks a vendor something harmless and says in words how it went. */
export async function testConnection(
  parts: AlertWays &
    MetaTestParts &
    WebhookTestParts & { database: Database; newId: NewId; crm: Crm | undefined },
  vendor: Vendor,
): Promise<{ success: boolean; message: string }> {
  if (vendor === 'email' || vendor === 'webhook') return sendTest(parts, vendor)
  if (vendor === 'meta') return testMeta(parts)
  if (vendor !== 'crm') return testWebhook(parts, vendor)
  if (!parts.crm) return { success: false, message: 'No CRM is connected yet.' }
  try {
    await parts.crm.check()
    return { success: true, message: 'The CRM answers, and takes this token and location.' }
  } catch (error) {
    if (error instanceof VendorError) return { success: false, message: error.message }
    throw error
  }
}
