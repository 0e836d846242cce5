import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type EnteredPlace, PlaceIdentity } from '#contract/second-place.ts'
import { regionOf, type StoragePlace } from '#contract/storage-place.ts'
import type { ObjectStorage } from '#server/integrations/object-storage.ts'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import { BackupProblem } from './backup-problem.ts'
import { type CopyParts, openPlace } from './keep-copies.ts'
import { markOf, SECOND_PLACE } from './second-place.ts'
import { forgetFailure, turnToPlace } from './second-place-store.ts'

/** How long a call to the second place may take while an owner waits for it. */
export const ANSWER_WITHIN_MS = 45_000
const TEST_BYTES = Buffer.from('A test of this second place for backups; it may be deleted.')

type EnterPlaceParts = {
  backups: CopyParts
  vendorSettings: Pick<CurrentVendorSettings, 'change' | 'of' | 'refresh'>
}

/** Sets the second place to what was entered, once a small file could be written, read and deleted there; refuses with the field at fault. */
export async function enterPlace(
  parts: EnterPlaceParts,
  entered: z.output<typeof EnteredPlace>,
): Promise<void> {
  const { backups, vendorSettings } = parts
  if (backups.secondPlace().source === 'environment')
    throw new Refusal(
      'conflict',
      'The second place is set by BACKUP_S3_ENDPOINT where the server is started.',
    )
  const place = placeFrom(parts, entered)
  await refuseOlder(parts, place, entered.inPlaceOf)
  await tryPlace(openPlace(place, { ...backups, source: 'dashboard' }, AbortSignal.timeout(ANSWER_WITHIN_MS)))
  const { secretAccessKey, ...values } = place
  await vendorSettings.change(SECOND_PLACE, { values, secrets: { secretAccessKey } }, async (transaction) => {
    await turnToPlace(transaction, markOf(place), backups.clock.now())
    await forgetFailure(transaction)
  })
}

/** A form that was opened before another place was entered must not bring the old one back without a word. */
async function refuseOlder(
  { vendorSettings }: EnterPlaceParts,
  place: StoragePlace,
  inPlaceOf: z.output<typeof EnteredPlace>['inPlaceOf'],
): Promise<void> {
  if (inPlaceOf === undefined) return
  // Another process may have been told of it.
  await vendorSettings.refresh()
  const { data: stored } = PlaceIdentity.safeParse(vendorSettings.of(SECOND_PLACE)?.values)
  // The same once more is a second try after an answer that was lost.
  const isMeant = [inPlaceOf, PlaceIdentity.parse(place)].some((one) => isDeepStrictEqual(stored, one))
  if (stored && !isMeant)
    throw new Refusal('conflict', 'The second place was changed meanwhile. Have a look at the new one.')
}

/** What was entered, with the stored secret where none was: that is never shown to another address or under another key. */
function placeFrom(
  { backups, vendorSettings }: EnterPlaceParts,
  entered: z.output<typeof EnteredPlace>,
): StoragePlace {
  const { bucket, accessKeyId } = entered
  const endpoint = endpointFrom(entered)
  const why = whyNotOutside(endpoint, backups.outside)
  if (why) throw new Refusal('invalid', why, { fields: { endpoint: why } })
  const stored = vendorSettings.of(SECOND_PLACE)
  const isSame = stored?.values.endpoint === endpoint && stored.values.accessKeyId === accessKeyId
  const secretAccessKey = entered.secretAccessKey || (isSame ? stored.secrets.secretAccessKey : undefined)
  if (!secretAccessKey) {
    const words = 'Enter the secret key.'
    throw new Refusal('invalid', words, { fields: { secretAccessKey: words } })
  }
  const region = entered.region || regionOf(endpoint)
  return { endpoint, region, bucket, prefix: entered.prefix ?? '', accessKeyId, secretAccessKey }
}

/** Vendors show the address with the bucket behind it, or without its protocol; both are what was meant. */
function endpointFrom({ endpoint, bucket }: z.output<typeof EnteredPlace>): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`)
  const path = url?.pathname.replace(/^\/+|\/+$/g, '') ?? ''
  if (!url || url.username || url.search || (path !== '' && path !== bucket)) {
    const words = 'Enter the address alone, such as https://s3.eu-central-1.amazonaws.com.'
    throw new Refusal('invalid', words, { fields: { endpoint: words } })
  }
  return url.origin === 'null' ? url.href : url.origin
}

/** Writes, reads and deletes a small file there; refuses beside the field that a failure is most likely about. */
async function tryPlace(storage: ObjectStorage): Promise<void> {
  const key = `leadline-test-${crypto.randomUUID()}`
  try {
    await storage.put(key, TEST_BYTES)
    const parts: Buffer[] = []
    for await (const part of storage.read(key)) parts.push(part)
    if (!Buffer.concat(parts).equals(TEST_BYTES))
      throw new VendorError('What was read there is not what was written.', {
        ...{ vendor: 'The second place', kind: 'vendor-fault' },
      })
    await storage.list()
    await storage.remove(key)
  } catch (error) {
    const reason = whyPlaceFailed(error)
    throw new Refusal('invalid', reason, { fields: { [fieldOf(error)]: reason } })
  }
}

function fieldOf(error: unknown): string {
  if (!(error instanceof VendorError)) return 'endpoint'
  if (error.message.includes('region')) return 'region'
  if (error.kind === 'not-set-up') return 'bucket'
  return error.kind === 'refused-credentials' ? 'secretAccessKey' : 'endpoint'
}

/** Why a call to the second place failed, in a sentence; what is no fault of the place is thrown on. */
export function whyPlaceFailed(error: unknown): string {
  if (error instanceof VendorError || error instanceof BackupProblem) return error.message
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))
    return 'The second place did not answer in time.'
  throw error
}
