import type { AdReports } from '#server/integrations/ad-reports.ts'
import { isOwnersToMend, VendorError } from '#server/integrations/vendor-error.ts'

/** Asks an ad account for its name and currency, and says in words how it went; `isRefused`: the values are wrong. */
export async function testAdReports(
  reports: AdReports | undefined,
): Promise<{ success: boolean; message: string; isRefused: boolean }> {
  if (!reports) return { success: false, message: 'No ad account is connected yet.', isRefused: false }
  try {
    const { name, id, currency, timezone } = await reports.readAccount()
    const message = `Meta shows the account ${name || id}: ${currency}, days of ${timezone}. What it spent is being read.`
    return { success: true, message, isRefused: false }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const isRefused = isOwnersToMend(error.kind) || error.kind === 'invalid-request'
    return { success: false, message: error.message, isRefused }
  }
}
