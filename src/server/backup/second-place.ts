import { createHash } from 'node:crypto'
import { regionOf, type StoragePlace } from '#contract/storage-place.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'

/** Where the second place is kept among what the owner entered. */
export const SECOND_PLACE = 'second-place'

/** The second place that copies go to, and where it comes from. */
export type CurrentSecondPlace = {
  source: 'nothing' | 'dashboard' | 'environment'
  /** Undefined where there is none, or its secret cannot be read. */
  place: StoragePlace | undefined
}

/** The second place of the environment, else the one that the owner entered. */
export function currentSecondPlace(
  configured: StoragePlace | undefined,
  vendorSettings: Pick<CurrentVendorSettings, 'of'>,
): CurrentSecondPlace {
  if (configured) return { source: 'environment', place: configured }
  const entered = vendorSettings.of(SECOND_PLACE)
  if (!entered) return { source: 'nothing', place: undefined }
  const { endpoint = '', region, bucket = '', prefix = '', accessKeyId = '' } = entered.values
  const { secretAccessKey } = entered.secrets
  const place = secretAccessKey && {
    ...{ endpoint, bucket, prefix, accessKeyId, secretAccessKey },
    region: region || regionOf(endpoint),
  }
  return { source: 'dashboard', place: place || undefined }
}

/** By what a place is told from another; new keys are no other place. */
export const markOf = ({ endpoint, bucket, prefix }: StoragePlace): string =>
  createHash('sha256').update(`${endpoint}\n${bucket}\n${prefix}`).digest('hex').slice(0, 16)
