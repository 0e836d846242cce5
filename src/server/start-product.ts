import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { PoolConfig } from 'pg'
import type { LastRestore } from '#contract/backups.ts'
import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import { buildApp } from './app.ts'
import { sweepArrival } from './backup/arrival.ts'
import { currentPassphrase } from './backup/current-passphrase.ts'
import { keepBackups } from './backup/keep-backups.ts'
import { keepCopies } from './backup/keep-copies.ts'
import { noteRestoreBrokenOff, noteRestoreEnded, type RestoreDesk } from './backup/restore-order.ts'
import type { OpenScratch } from './backup/scratch-database.ts'
import { currentSecondPlace } from './backup/second-place.ts'
import { captureTokens } from './capture/capture-token.ts'
import { adoptOnce, fingerprintOf } from './capture/crm-account-store.ts'
import type { Config } from './config.ts'
import { connectVendors, type Vendors } from './connect-vendors.ts'
import { connectionSetup } from './connections/setup.ts'
import { keepContent } from './content/current-content.ts'
import { letReadersWait } from './counting/roll-up-for-reader.ts'
import { filmFolder, prepareMedia } from './films/film-folder.ts'
import type { Crm } from './integrations/crm.ts'
import { jobNames, longestPauses } from './jobs.ts'
import { enteredMailServer } from './mail/mail-server.ts'
import { unsubscribeUrl } from './mail/unsubscribe-token.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import { openReplica } from './open-replica.ts'
import { claimInstallation } from './owner/claim-installation.ts'
import { keepSettings } from './owner/current-settings.ts'
import { setFirstPassword } from './owner/first-password.ts'
import { openSite } from './pages/open-site.ts'
import { checkAddresses } from './platform/addresses/check-addresses.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { openDatabase, openPipeline } from './platform/database.ts'
import { startEngine } from './platform/engine/start-engine.ts'
import { holdPort } from './platform/http/hold-port.ts'
import type { ArrivalLimits } from './platform/http/limit-slowness.ts'
import { idsOn } from './platform/ids.ts'
import { createLive } from './platform/live.ts'
import { describeError } from './platform/log.ts'
import { watchForWay } from './platform/making-way.ts'
import type { Step } from './platform/migrate.ts'
import { openQueue } from './platform/queue.ts'
import { createWorkLog } from './platform/work-log.ts'
import { prepareDatabase } from './prepare-database.ts'
import { keepRetention } from './privacy/keep-to-time.ts'
import { productVersion } from './product-version.ts'
import { readSecret } from './read-secret.ts'
import { startWorkers, type WorkerPaces } from './start-workers.ts'
import { databaseFolder } from './status/database-folder.ts'
import { keepBeating } from './status/keep-beating.ts'
import { type DiskLimits, watchDisks } from './status/watch-disks.ts'
import { keepErasedVisitors } from './tracking/erased-visitors.ts'
import { recordEvents, type TrackingEvent } from './tracking/record-events.ts'
import { upgradingOf } from './upgrading-of.ts'
import { keepVendorSettings } from './vendor-settings/current-vendor-settings.ts'
import { sealOf } from './vendor-settings/seal.ts'
import { vendorsInUse } from './vendor-settings/vendors-in-use.ts'
import { warnOfNoLimit } from './warn-of-no-limit.ts'
import { warnOfRoot } from './warn-of-root.ts'
import { warnOfSuperuser } from './warn-of-superuser.ts'

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
export type StartOptions = WorkerPaces & {
  say(line: string): void
  clock?: Clock
  crm?: Crm
  isDemo?: boolean
  /** Site content in place of the stored one; tests set what they look at. */
  content?: SiteContent
  /** How long a request may take to arrive; tests shorten it. */
  arrivalLimits?: ArrivalLimits
  /** How long a reader waits for what is not counted yet; tests, which share a busy machine, are more patient. */
  readerPatienceMs?: number
  /** The first pause before a failed delivery is tried again; tests shorten it. */
  retryDelaySeconds?: number
  /** How often is looked for queued jobs whose time has come, half a second or more; tests shorten it. */
  queuePollSeconds?: number
  /** How long after a change the pages are compressed as hard as can be; most tests are over before. */
  pressPagesAfterMs?: number
  /** How long a browser has to report by itself what a vendor verified; tests shorten it. */
  laterAfterSeconds?: number
  /** How often the database plans anew how tracking is stored, 5 s; tests shorten it. */
  replanTrackingAfterMs?: number
  /** Checks every answer against its contract and is told of each that departs from it; without it none is. */
  checksAnswers?: (problem: string) => void
  /** Where a backup is tried, an engine of its own; tests, which try many, have a database server at hand. */
  openScratch?: OpenScratch
  /** From where on a disk is low and full; tests say so of any disk. */
  diskLimits?: () => DiskLimits
  /** Who restores from the dashboard; without it nobody can. */
  restoreDesk?: RestoreDesk
  /** How a restore ended that this start comes after. */
  restored?: LastRestore | undefined
  /** What the schema is made of, for tests of an upgrade to come. */
  migrations?: Record<string, Step>
  /** What becomes of tracking events; a benchmark measures the app without storing them. */
  storeEvents?(batch: TrackingEvent[]): Promise<void>
}

// No answer to anyone takes longer.
const STATEMENT_TIMEOUT_MS = 30_000

/** Starts the product: engine, schema, password, queue, app, workers; the first thing that fails stops the start. */
export async function startProduct(config: Config, options: StartOptions): Promise<Product> {
  const clock = options.clock ?? systemClock
  const { say } = options
  warnOfRoot(say)
  const held = config.port === 0 ? null : await holdPort(config)
  const opened: (() => Promise<void>)[] = held ? [() => held.release()] : []
  try {
    const engine = config.databaseUrl ? null : await startEngine({ dataDir: config.dataDir, say })
    if (engine) opened.push(() => engine.stop())
    const connection: PoolConfig = engine?.connection ?? { connectionString: config.databaseUrl }
    // For what needs a session of its own; everything else may go through a pooler.
    const direct: PoolConfig = engine?.connection ?? { connectionString: config.databaseDirectUrl }
    const { isPooled } =
      config.databaseUrl && config.databaseDirectUrl
        ? await checkAddresses(config.databaseUrl, config.databaseDirectUrl)
        : { isPooled: false }
    const report = (error: unknown) =>
      app?.log.warn({ err: describeError(error) }, 'trouble in the background')
    let app: FastifyInstance | undefined

    await prepareDatabase({
      ...{ connection: direct, migrations: options.migrations ?? allMigrations, now: clock.now(), say },
      upgrading: { ...upgradingOf(config), diskLimits: options.diskLimits },
    })
    const { database, pool, close } = openDatabase({
      connection,
      isPooled,
      takesWrites: true,
      maxConnections: 16,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onLostConnection: report,
    })
    opened.push(close)
    const listening = isPooled
      ? openDatabase({
          connection: direct,
          takesWrites: true,
          maxConnections: 2,
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
          onLostConnection: report,
        })
      : { pool, close: async () => {} }
    opened.push(listening.close)
    if (isPooled) await warnOfNoLimit(database, say)
    const {
      reads,
      replica,
      close: closeReplica,
    } = await openReplica(config, {
      ...{ database, pool, isPooled, say, onProblem: report },
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    })
    opened.push(closeReplica)
    if (!engine) await warnOfSuperuser(database, say)
    if (options.readerPatienceMs !== undefined) letReadersWait(database, options.readerPatienceMs)
    const tracking = openPipeline({
      connection,
      isPooled,
      takesWrites: true,
      replanAfterMs: options.replanTrackingAfterMs ?? 5000,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onLostConnection: report,
    })
    opened.push(() => tracking.close())
    const storedBrowsers = new Set<string>()
    const secret = await readSecret(config)
    await prepareMedia(config.mediaDir)
    await claimInstallation(database, secret, productVersion)
    if (options.restored) await noteRestoreEnded(database, options.restored)
    else await noteRestoreBrokenOff(database)
    const first = { given: config.ownerPassword, secret, at: clock.now() }
    const generatedPassword = await setFirstPassword(database, first)

    const queue = await openQueue({
      connection: direct,
      names: jobNames,
      onProblem: report,
      retryDelaySeconds: options.retryDelaySeconds,
      longestPauses,
      pollSeconds: options.queuePollSeconds,
    })
    opened.push(() => queue.stop())
    const live = createLive(listening.pool, report)
    live.start()
    opened.push(() => live.stop())

    const newId = idsOn(clock)
    const work = createWorkLog(clock)
    const heart = keepBeating({ database, clock, newId, work, onProblem: report })
    opened.push(() => heart.stop())
    const disks = watchDisks(
      {
        data: config.dataDir,
        media: config.mediaDir,
        database: engine ? engine.folder : await databaseFolder(listening.pool),
      },
      options.diskLimits,
    )
    await disks.look()
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const delivered = options.content ?? defaultSiteContent
    const content = await keepContent({ database, live, delivered, onProblem: report })
    opened.push(async () => content.stop())
    const site = openSite({
      ...{ publicUrl, clock, content: content.now().content, pixelId: config.pixelId },
      // What a demo invents must reach nobody's advert account.
      ...(options.isDemo && { isPixelMute: true }),
      pressAfterMs: options.pressPagesAfterMs,
    })
    const vendorSettings = await keepVendorSettings({
      ...{ database, live, secret, onProblem: report },
      now: () => clock.now(),
    })
    opened.push(async () => vendorSettings.stop())
    const inUse = vendorsInUse(config.vendors, vendorSettings)
    const connected = connectVendors(config, { database, clock, settings: vendorSettings, inUse })
    const { crm: given } = options
    const vendors: Vendors = given ? { ...connected, crm: () => given } : connected
    const connections = connectionSetup(config, {
      ...{ siteUrl: publicUrl, inUse },
      isCrmConnected: () => vendors.crm() !== undefined,
      hasPixel: () => site.pixelId() !== '',
      isMailConnected: () => vendors.mailer() !== undefined,
    })
    const settings = await keepSettings({ database, clock, live, onProblem: report })
    opened.push(async () => settings.stop())
    const erasedVisitors = await keepErasedVisitors({
      ...{ database, live, onProblem: report },
      // Browsers of the erased were emptied: whoever comes with one tells it again.
      onMore: () => storedBrowsers.clear(),
    })
    opened.push(async () => erasedVisitors.stop())
    const calendar = {
      database,
      clock,
      seal: sealOf(secret),
      outside: vendors.outside,
      ownTimezone: () => settings.now().timezone,
      mailFrom: () =>
        config.smtp?.from.replace(/^.*<|>.*$/g, '') ??
        enteredMailServer(vendorSettings.of('email'))?.fromEmail,
    }
    const backups = {
      ...{ database, connection: direct, clock, newId, live, secret, queue, onProblem: report },
      product: productVersion,
      backupDir: config.backupDir,
      copyDir: config.backupCopyDir,
      filmsPath: filmFolder(config.mediaDir).filmsPath,
      passphrase: () => currentPassphrase(config.backupPassphrase, vendorSettings),
      openScratch: options.openScratch,
      secondPlace: () => currentSecondPlace(config.backupStorage, vendorSettings),
      outside: vendors.outside,
      timezone: () => settings.now().timezone,
    }
    const keeper = keepBackups(backups)
    const copies = keepCopies(backups)
    const stopping = new AbortController()
    opened.push(() => copies.stop())
    opened.push(async () => stopping.abort())
    const retention = {
      ...{ database, clock, live, onProblem: report },
      timezone: () => settings.now().timezone,
      backups: { areMade: () => backups.passphrase().passphrase !== undefined, look: keeper.look },
    }
    const retentionKeeper = keepRetention(retention)
    opened.push(() => retentionKeeper.stop())
    // It may be waiting for a backup.
    opened.push(() => keeper.stop())
    if (!engine && options.restoreDesk) {
      const endWatch = watchForWay(database, options.restoreDesk.makeWay, report)
      opened.push(async () => endWatch())
    }
    app = await buildApp({
      database,
      reads,
      replica,
      isPooled,
      pool,
      queue,
      live,
      clock,
      newId,
      secret,
      site,
      content,
      isDemo: options.isDemo ?? false,
      vendors,
      vendorSettings,
      inUse,
      isMailConfigured: config.smtp !== undefined,
      connections,
      siteUrl: publicUrl,
      settings,
      calendar,
      erasedVisitors,
      heart,
      work,
      disks,
      isEmbedded: engine !== null,
      backups: {
        ...{ backups, keeper, copies, restoreDesk: options.restoreDesk },
        stopping: stopping.signal,
      },
      retention,
      storeEvents:
        options.storeEvents ??
        ((batch) => {
          // What was under way when its visitor was erased.
          const kept = batch.filter(({ visitorId }) => !erasedVisitors.has(visitorId))
          return kept.length > 0 ? recordEvents(tracking, kept, storedBrowsers) : Promise.resolve()
        }),
      ...(options.checksAnswers && { checksAnswers: options.checksAnswers }),
      config,
      arrivalLimits: options.arrivalLimits,
    })
    const serving = app
    opened.push(() => serving.close())
    content.showOn(site.show)
    await held?.release()
    await app.listen({ host: config.host, port: config.port })

    opened.push(
      ...(await startWorkers(
        queue,
        {
          database,
          clock,
          newId,
          live,
          captureTokens: captureTokens(secret),
          ...vendors,
          alertWays: vendors,
          onVendorsChange: vendorSettings.subscribe,
          crmAccount: () => {
            const { locationId } = inUse.valuesOf('crm')
            return locationId && fingerprintOf(locationId)
          },
          adoptCrmAccount: adoptOnce(database, () => inUse.valuesOf('crm').locationId),
          unsubscribeUrl: (mailId) => unsubscribeUrl(publicUrl, secret, mailId),
          connected: connections.connected,
          site: { ...site, siteUrl: publicUrl },
          defaultCountry: config.defaultCountry,
          mediaDir: config.mediaDir,
          laterAfterSeconds: options.laterAfterSeconds ?? 600,
          retryDelaySeconds: options.retryDelaySeconds ?? 5,
          onProblem: report,
          calendar,
          work,
          disks,
          lookForBackup: keeper.look,
          lookForCopy: async () => {
            await sweepArrival(config.backupDir)
            await copies.look()
          },
          lookForPastTime: retentionKeeper.look,
        },
        options,
      )),
    )
    return {
      url: addressOf(app, config.host),
      app,
      isCrmConnected: vendors.crm() !== undefined,
      generatedPassword,
      failed: engine ? engine.exited.then(({ reason }) => reason) : new Promise(() => {}),
      stop: () => stopAll(opened),
    }
  } catch (error) {
    await stopAll(opened)
    throw error
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
