import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Backups, EnteredPlace, SecondPlace } from '#contract/backups.ts'
import { backupPlacesApi, PlaceIdentity } from '#contract/backups.ts'
import { regionOf, type StoragePlace } from '#contract/storage-place.ts'
import type { ObjectStorage } from '#server/integrations/object-storage.ts'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import { endOf } from '#server/vendor-settings/end-of-secret.ts'
import {
  arrivalPath,
  beginArrival,
  dropArrival,
  noteArrival,
  refuseArrival,
  whileTouching,
} from './arrival.ts'
import { BackupProblem } from './backup-problem.ts'
import { beginCheck } from './check-arrival.ts'
import { type KeptCopy, readCopies } from './copy-index.ts'
import { fetchCopy, sizeAmong, sizeOfCopy } from './fetch-copy.ts'
import { type CopyKeeper, type CopyParts, openPlace } from './keep-copies.ts'
import { markOf, SECOND_PLACE } from './second-place.ts'
import { forgetFailure, isCopying, readSecondPlace, turnToPlace } from './second-place-store.ts'

// An owner waits for it.
const ANSWER_WITHIN_MS = 45_000
const TEST_BYTES = Buffer.from('A test of this second place for backups; it may be deleted.')

/** What the calls about the second place, and about what comes from elsewhere, need. */
export type SecondPlaceRouteParts = {
  ownerGate: OwnerGate
  backups: CopyParts
  copies: CopyKeeper
  vendorSettings: Pick<CurrentVendorSettings, 'change' | 'remove' | 'of' | 'refresh'>
  /** Ends what goes on beyond its call. */
  stopping: AbortSignal
}

/** The owner's calls about the second place, and about a file that came from elsewhere. */
export function secondPlaceRoutes(
  app: FastifyInstance,
  parts: SecondPlaceRouteParts,
  readBackups: () => Promise<Backups>,
): void {
  const { backups, copies } = parts
  serve(app, backupPlacesApi, parts.ownerGate, {
    'PUT /api/backups/second-place': async (entered) => {
      await enterPlace(parts, entered)
      void copies.look(true).catch(backups.onProblem)
      return readBackups()
    },
    'DELETE /api/backups/second-place': async () => {
      await parts.vendorSettings.remove(SECOND_PLACE)
      if (backups.secondPlace().source === 'nothing')
        await turnToPlace(backups.database, null, backups.clock.now())
      return readBackups()
    },
    'POST /api/backups/second-place/copy': async () => {
      if (!backups.secondPlace().place) throw noPlace()
      void copies.look(true).catch(backups.onProblem)
      return readBackups()
    },
    'GET /api/backups/second-place/copies': () =>
      asked(parts, async (storage) => {
        const objects = await storage.list()
        const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]))
        const kept = await readCopies(storage, objects)
        return {
          copies: kept.map((copy) => ({
            ...{ file: copy.file, madeAt: copy.started_at.toISOString(), bytes: sizeAmong(sizes, copy) },
          })),
        }
      }),
    'POST /api/backups/second-place/fetch': async ({ file }) => {
      const { copy, bytes } = await asked(parts, async (storage) => {
        const copy = (await readCopies(storage, await storage.list())).find((one) => one.file === file)
        if (!copy) throw new Refusal('not-found', 'This backup is no longer in the second place.')
        return { copy, bytes: await sizeOfCopy(storage, copy) }
      })
      const id = await beginArrival(backups.backupDir, { name: file, from: 'second-place', bytes })
      void bring(parts, id, copy).catch(backups.onProblem)
      return readBackups()
    },
    'POST /api/backups/arrival/check': async ({ id, passphrase }) => {
      await beginCheck(backups, { id, typed: passphrase || undefined })
      return readBackups()
    },
    'DELETE /api/backups/arrival': async () => {
      await dropArrival(backups.backupDir)
      return readBackups()
    },
  })
}

const noPlace = () => new Refusal('conflict', 'There is no second place, or its secret key cannot be read.')

/** Asks the second place while the owner waits. */
async function asked<Result>(
  { backups }: SecondPlaceRouteParts,
  work: (storage: ObjectStorage) => Promise<Result>,
): Promise<Result> {
  const { source, place } = backups.secondPlace()
  if (!place) throw noPlace()
  try {
    return await work(openPlace(place, { ...backups, source }, AbortSignal.timeout(ANSWER_WITHIN_MS)))
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('conflict', reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof VendorError || error instanceof BackupProblem) return error.message
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))
    return 'The second place did not answer in time.'
  throw error
}

async function bring(
  { backups, stopping }: SecondPlaceRouteParts,
  id: string,
  copy: KeptCopy,
): Promise<void> {
  const { backupDir } = backups
  const { source, place } = backups.secondPlace()
  if (!place) throw noPlace()
  try {
    const storage = openPlace(place, { ...backups, source }, stopping)
    await whileTouching(backupDir, () => fetchCopy(storage, copy, arrivalPath(backupDir, id)))
    await noteArrival(backupDir, id, { state: 'arrived' })
  } catch (error) {
    if (stopping.aborted) return await dropArrival(backupDir)
    const isKnown = error instanceof VendorError || error instanceof BackupProblem
    if (!isKnown) backups.onProblem(error)
    const problem = isKnown ? error.message : 'It failed on our side; the server’s log says more.'
    await refuseArrival(backupDir, id, problem)
  } finally {
    backups.live.changed('backups')
  }
}

async function enterPlace(
  parts: SecondPlaceRouteParts,
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
  { vendorSettings }: SecondPlaceRouteParts,
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
  { backups, vendorSettings }: SecondPlaceRouteParts,
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
    const reason = reasonOf(error)
    throw new Refusal('invalid', reason, { fields: { [fieldOf(error)]: reason } })
  }
}

function fieldOf(error: unknown): string {
  if (!(error instanceof VendorError)) return 'endpoint'
  if (error.message.includes('region')) return 'region'
  if (error.kind === 'not-set-up') return 'bucket'
  return error.kind === 'refused-credentials' ? 'secretAccessKey' : 'endpoint'
}

/** How the second place stands, without its secret. */
export async function readPlaceState(
  backups: CopyParts,
  vendorSettings: Pick<CurrentVendorSettings, 'of'>,
): Promise<SecondPlace> {
  const { source, place } = backups.secondPlace()
  const stored = vendorSettings.of(SECOND_PLACE)
  const {
    endpoint = '',
    region = '',
    bucket = '',
    prefix = '',
    accessKeyId = '',
  } = place ?? stored?.values ?? {}
  const row = await readSecondPlace(backups.database)
  const isHere = place !== undefined && row.place === markOf(place)
  return {
    ...{ source, endpoint, region, bucket, prefix, accessKeyId },
    secretEndsIn: source === 'dashboard' ? endOf(place?.secretAccessKey) : null,
    isReadable: source !== 'dashboard' || place !== undefined,
    copying:
      isHere && isCopying(row, backups.clock.now())
        ? { sent: row.sent_bytes ?? 0, total: row.total_bytes ?? 0 }
        : null,
    arrivedAt: (isHere && row.arrived_at?.toISOString()) || null,
    failed:
      isHere && row.failed_at
        ? { at: row.failed_at.toISOString(), reason: row.failure_reason ?? 'It failed.' }
        : null,
  }
}
