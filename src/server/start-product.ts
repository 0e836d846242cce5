import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { LastRestore } from '#contract/backups.ts'
import { buildApp } from './app.ts'
import { noteRestoreBrokenOff, noteRestoreEnded, type RestoreDesk } from './backup/restore-order.ts'
import type { OpenScratch } from './backup/scratch-database.ts'
import { captureTokens } from './capture/capture-token.ts'
import { adoptOnce, fingerprintOf } from './capture/crm-account-store.ts'
import type { Config } from './config.ts'
import { letReadersWait } from './counting/roll-up-for-reader.ts'
import { prepareMedia } from './films/film-folder.ts'
import { jobNames, longestPauses } from './jobs.ts'
import { unsubscribeUrl } from './mail/unsubscribe-token.ts'
import { openSetup, type Setup, type SetupOptions } from './open-setup.ts'
import { openStorage, type Storage, type StorageOptions } from './open-storage.ts'
import { openUpkeep, type Upkeep } from './open-upkeep.ts'
import { claimInstallation } from './owner/claim-installation.ts'
import { setFirstPassword } from './owner/first-password.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { holdPort, untilListening } from './platform/http/hold-port.ts'
import type { ArrivalLimits } from './platform/http/limit-slowness.ts'
import { idsOn } from './platform/ids.ts'
import { createLive } from './platform/live.ts'
import { describeError } from './platform/log.ts'
import { watchForPause } from './platform/pause-others.ts'
import { openQueue } from './platform/queue.ts'
import { createWorkLog } from './platform/work-log.ts'
import { productVersion } from './product-version.ts'
import { readSecret } from './read-secret.ts'
import { startWorkers, type WorkerPaces } from './start-workers.ts'
import { databaseFolder } from './status/database-folder.ts'
import { keepBeating } from './status/keep-beating.ts'
import { watchDisks } from './status/watch-disks.ts'
import { type ErasedVisitors, keepErasedVisitors } from './tracking/erased-visitors.ts'
import { recordEvents, type TrackingEvent } from './tracking/record-events.ts'
import { warnOfFolders } from './warn-of-folders.ts'
import { warnOfRoot } from './warn-of-root.ts'

/** The running product. `stop` ends it in order: requests, work in flight, workers, database. */
export type Product = {
  url: string
  app: FastifyInstance
  isCrmConnected: boolean
  /** The owner's password where it was generated, until somebody has signed in. */
  generatedPassword: string | null
  /** Resolves with a sentence when the embedded engine died for good. */
  failed: Promise<string>
  stop(): Promise<void>
}

/** What a start may bring of its own instead of the real thing. */
export type StartOptions = WorkerPaces &
  StorageOptions &
  SetupOptions & {
    clock?: Clock
    /** How long a request may take to arrive; tests shorten it. */
    arrivalLimits?: ArrivalLimits
    /** How long a reader waits for what is not counted yet; tests, which share a busy machine, are more patient. */
    readerPatienceMs?: number
    /** The first pause before a failed delivery is tried again; tests shorten it. */
    retryDelaySeconds?: number
    /** How often is looked for queued jobs whose time has come, half a second or more; tests shorten it. */
    queuePollSeconds?: number
    /** How long a browser has to report by itself what a vendor verified; tests shorten it. */
    laterAfterSeconds?: number
    /** Checks every answer against its contract and is told of each that departs from it; without it none is. */
    checksAnswers?: (problem: string) => void
    /** Where a backup is tried, an engine of its own; tests, which try many, have a database server at hand. */
    openScratch?: OpenScratch
    /** Who restores from the dashboard; without it nobody can. */
    restoreDesk?: RestoreDesk
    /** How a restore ended that this start comes after. */
    restored?: LastRestore | undefined
    /** What becomes of tracking events; a benchmark measures the app without storing them. */
    storeEvents?(batch: TrackingEvent[]): Promise<void>
  }

/** Starts the product: engine, schema, password, queue, app, workers; the first thing that fails stops the start. */
export async function startProduct(config: Config, options: StartOptions): Promise<Product> {
  const clock = options.clock ?? systemClock
  warnOfRoot(options.say)
  const held = config.port === 0 ? null : await holdPort(config)
  const opened: (() => Promise<void>)[] = held ? [() => held.release()] : []
  const onStop = (end: () => Promise<void>) => {
    opened.push(end)
  }
  let app: FastifyInstance | undefined
  const onProblem = (error: unknown) =>
    app?.log.warn({ err: describeError(error) }, 'trouble in the background')
  try {
    const storage = await openStorage(config, options, { clock, onStop, onProblem })
    const { database } = storage
    if (options.readerPatienceMs !== undefined) letReadersWait(database, options.readerPatienceMs)
    const secret = await readSecret(config)
    const generatedPassword = await prepareInstallation(config, options, { storage, secret, clock })
    await warnOfFolders(config, options.say)

    const base = { ...storage, clock, newId: idsOn(clock), secret, onStop, onProblem }
    const shared = await openShared(config, options, base)
    const setup = await openSetup(config, options, { ...base, ...shared })
    const storing = await openStoring(options, { ...base, ...shared })
    const { openScratch, diskLimits } = options
    const upkeep = openUpkeep(config, { ...base, ...shared, ...setup, openScratch, diskLimits })
    const { restoreDesk } = options
    if (!storage.engine && restoreDesk) {
      const endWatch = watchForPause(database, restoreDesk.makeWay, onProblem)
      onStop(async () => endWatch())
    }

    const serving = await buildApp({
      ...{ ...base, ...shared, ...setup, ...storing, config },
      isDemo: options.isDemo ?? false,
      isMailConfigured: config.smtp !== undefined,
      isEmbedded: storage.engine !== null,
      backups: { ...upkeep.backups, restoreDesk },
      retention: upkeep.retention,
      ...(options.checksAnswers && { checksAnswers: options.checksAnswers }),
      arrivalLimits: options.arrivalLimits,
    })
    app = serving
    onStop(() => serving.close())
    setup.content.showOn(setup.site.show)
    await held?.release()
    await untilListening(serving.listen({ host: config.host, port: config.port }))

    const working = { ...base, ...shared, ...setup, ...upkeep }
    opened.push(...(await startWorkers(shared.queue, workerParts(config, options, working), options)))
    return {
      url: addressOf(serving, config.host),
      app: serving,
      isCrmConnected: setup.vendors.crm() !== undefined,
      generatedPassword,
      failed: storage.engine ? storage.engine.exited.then(({ reason }) => reason) : new Promise(() => {}),
      stop: () => stopAll(opened),
    }
  } catch (error) {
    await stopAll(opened)
    throw error
  }
}

/** Makes the folder and the database this installation's own; returns the owner's password where it was generated. */
async function prepareInstallation(
  config: Config,
  options: StartOptions,
  { storage: { database }, secret, clock }: { storage: Storage; secret: string; clock: Clock },
): Promise<string | null> {
  await prepareMedia(config.mediaDir)
  await claimInstallation(database, secret, productVersion)
  if (options.restored) await noteRestoreEnded(database, options.restored)
  else await noteRestoreBrokenOff(database)
  return setFirstPassword(database, { given: config.ownerPassword, secret, at: clock.now() })
}

type Opening = Storage & {
  clock: Clock
  newId: () => string
  secret: string
  onStop(end: () => Promise<void>): void
  onProblem(error: unknown): void
}

/** Opens what the app and the workers of this process share: the queue, live updates, and how this process is. */
async function openShared(config: Config, options: StartOptions, base: Opening) {
  const { engine, database, direct, listening, clock, newId, onStop, onProblem } = base
  const queue = await openQueue({
    ...{ connection: direct, names: jobNames, longestPauses, onProblem },
    retryDelaySeconds: options.retryDelaySeconds,
    pollSeconds: options.queuePollSeconds,
  })
  onStop(() => queue.stop())
  const live = createLive(listening, onProblem)
  live.start()
  onStop(() => live.stop())
  const work = createWorkLog(clock)
  const heart = keepBeating({ database, clock, newId, work, onProblem })
  onStop(() => heart.stop())
  const folders = {
    data: config.dataDir,
    media: config.mediaDir,
    database: engine ? engine.folder : await databaseFolder(listening),
  }
  const disks = watchDisks(folders, options.diskLimits)
  await disks.look()
  return { queue, live, work, heart, disks }
}

/** Opens the way in which tracking events are stored: those of browsers that were erased meanwhile are left out. */
async function openStoring(
  options: StartOptions,
  { database, live, tracking, onStop, onProblem }: Opening & { live: ReturnType<typeof createLive> },
): Promise<{ erasedVisitors: ErasedVisitors; storeEvents(batch: TrackingEvent[]): Promise<void> }> {
  const storedBrowsers = new Set<string>()
  const erasedVisitors = await keepErasedVisitors({
    ...{ database, live, onProblem },
    // Browsers of the erased were emptied: whoever comes with one tells it again.
    onMore: () => storedBrowsers.clear(),
  })
  onStop(async () => erasedVisitors.stop())
  const store = async (batch: TrackingEvent[]) => {
    // What was under way when its visitor was erased.
    const kept = batch.filter(({ visitorId }) => !erasedVisitors.has(visitorId))
    if (kept.length > 0) await recordEvents(tracking, kept, storedBrowsers)
  }
  return { erasedVisitors, storeEvents: options.storeEvents ?? store }
}

/** What the workers need beside what everything needs. */
function workerParts(
  config: Config,
  options: StartOptions,
  working: Opening & Setup & Awaited<ReturnType<typeof openShared>> & Upkeep,
): Parameters<typeof startWorkers>[1] {
  const { database, secret, siteUrl, site, settings, vendors, vendorSettings, inUse } = working
  const crmLocation = () => inUse.valuesOf('crm').locationId
  return {
    ...working,
    ...vendors,
    alertWays: vendors,
    ownTimezone: () => settings.now().timezone,
    captureTokens: captureTokens(secret),
    onVendorsChange: vendorSettings.subscribe,
    crmAccount: () => {
      const locationId = crmLocation()
      return locationId && fingerprintOf(locationId)
    },
    adoptCrmAccount: adoptOnce(database, crmLocation),
    unsubscribeUrl: (mailId) => unsubscribeUrl(siteUrl, secret, mailId),
    connected: working.connections.connected,
    site: { ...site, siteUrl },
    defaultCountry: config.defaultCountry,
    mediaDir: config.mediaDir,
    laterAfterSeconds: options.laterAfterSeconds ?? 600,
    retryDelaySeconds: options.retryDelaySeconds ?? 5,
  }
}

async function stopAll(opened: (() => Promise<void>)[]): Promise<void> {
  while (opened.length > 0) await opened.pop()?.()
}

function addressOf(app: FastifyInstance, host: string): string {
  const address = app.server.address() as AddressInfo | null
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${address?.port ?? ''}`
}
