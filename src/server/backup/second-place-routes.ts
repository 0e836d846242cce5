import type { FastifyInstance } from 'fastify'
import { type Backups, backupPlacesApi } from '#contract/backups.ts'
import type { SecondPlace } from '#contract/second-place.ts'
import type { ObjectStorage } from '#server/integrations/object-storage.ts'
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
import { ANSWER_WITHIN_MS, enterPlace, whyPlaceFailed } from './enter-place.ts'
import { fetchCopy, sizeAmong, sizeOfCopy } from './fetch-copy.ts'
import { type CopyKeeper, type CopyParts, openPlace } from './keep-copies.ts'
import { markOf, SECOND_PLACE } from './second-place.ts'
import { isCopying, readSecondPlace, turnToPlace } from './second-place-store.ts'

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
    throw error instanceof Refusal ? error : new Refusal('conflict', whyPlaceFailed(error))
  }
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
