import { noteTested } from '#server/conversions/connection-store.ts'
import type { Ads } from '#server/integrations/ads.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'

/** What a test of the advert account needs. */
export type MetaTestParts = {
  database: Database
  clock: Clock
  newId: NewId
  /** The advert account with every event marked as a test; undefined while there is no code for that. */
  testAds(): Ads | undefined
  pixelId(): string
  setup: { siteUrl: string; connected(): { meta: boolean } }
}

/** Why there is no test without the code: every other call to the account reports something. */
export const NO_TEST_CODE =
  'A test needs the test event code: any other call would report a real event. ' +
  'It is in the Events Manager under Test events.'

/** Sends the advert account a test event about nobody and says in words how it went. */
export async function testMeta(parts: MetaTestParts): Promise<{ success: boolean; message: string }> {
  const { setup } = parts
  const pixelId = parts.pixelId()
  if (!setup.connected().meta) return { success: false, message: 'No ad account is connected yet.' }
  const ads = parts.testAds()
  if (!ads) return { success: false, message: NO_TEST_CODE }
  const event = {
    id: parts.newId(),
    name: 'ConnectionTest',
    at: parts.clock.now(),
    url: `${setup.siteUrl}/`,
    value: null,
    currency: null,
    content: null,
  }
  const nobody = {
    emails: [],
    phones: [],
    name: null,
    externalIds: [parts.newId()],
    ipAddress: null,
    userAgent: 'Mozilla/5.0 (compatible; connection test)',
    fbc: null,
    fbp: null,
  }
  try {
    await ads.sendEvents(pixelId, [{ ...event, person: nobody }])
    await noteTested(parts.database)
    return {
      success: true,
      message: 'Meta accepts the token and the pixel. Look for ConnectionTest under Test events there.',
    }
  } catch (error) {
    if (error instanceof VendorError) return { success: false, message: error.message }
    throw error
  }
}
