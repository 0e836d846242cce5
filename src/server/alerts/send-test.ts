import type { AlertChannel } from '#contract/alerts.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { testMessage } from './alert-message.ts'
import { type AlertWays, sendWords } from './send-alert.ts'
import { readAlertSettings } from './settings-store.ts'

/** Sends a test by one way now and says in words how it went. */
export async function sendTest(
  parts: AlertWays & { database: Database; newId: NewId },
  channel: AlertChannel,
): Promise<{ success: boolean; message: string }> {
  const settings = await readAlertSettings(parts.database)
  const address = channel === 'email' ? settings.emailTo : settings.webhookUrl
  if (address === '') return { success: false, message: 'Enter an address first.' }
  try {
    await sendWords(parts, channel, settings, parts.newId(), testMessage)
    return {
      success: true,
      message: channel === 'email' ? 'The mail server accepted it.' : 'The webhook accepted it.',
    }
  } catch (error) {
    if (error instanceof VendorError) return { success: false, message: error.message }
    throw error
  }
}
