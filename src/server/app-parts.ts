import type { WebhookVendor } from '#contract/webhooks.ts'
import type { BackupRouteParts } from '#server/backup/routes.ts'
import { bookingTokens } from '#server/calendar/booking-token.ts'
import { hostOf } from '#server/calendar/host-of.ts'
import { captureLead } from '#server/capture/capture-lead.ts'
import { captureTokens } from '#server/capture/capture-token.ts'
import type { Submit } from '#server/capture/submit.ts'
import { isInternetAddress } from '#server/integrations/public-address.ts'
import { followCaptures } from '#server/milestones/follow-captures.ts'
import { ownerSessions } from '#server/owner/sessions.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ArrivalLimits } from '#server/platform/http/limit-slowness.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { createLimits, storedKeys } from '#server/platform/rate-limit.ts'
import type { WorkLog } from '#server/platform/work-log.ts'
import type { RetentionParts } from '#server/privacy/keep-to-time.ts'
import type { Heart } from '#server/status/keep-beating.ts'
import type { DiskWatch } from '#server/status/watch-disks.ts'
import type { ErasedVisitors } from '#server/tracking/erased-visitors.ts'
import type { TrackingEvent } from '#server/tracking/record-events.ts'
import { visitorCookie } from '#server/tracking/visitor-cookie.ts'
import type { Setup } from './open-setup.ts'
import type { Storage } from './open-storage.ts'

/** Everything the app is built from. */
export type AppParts = Pick<Storage, 'database' | 'pool' | 'isPooled' | 'reads' | 'replica'> &
  Setup & {
    queue: Queue
    live: Live
    clock: Clock
    newId: NewId
    secret: string
    isDemo: boolean
    /** Whether the mail server is the configuration's. */
    isMailConfigured: boolean
    erasedVisitors: ErasedVisitors
    /** This process's row in the database. */
    heart: Heart
    /** How this process's regular work goes. */
    work: WorkLog
    disks: DiskWatch
    /** Whether the database is the embedded one. */
    isEmbedded: boolean
    /** How the product backs itself up. */
    backups: Pick<BackupRouteParts, 'backups' | 'keeper' | 'copies' | 'restoreDesk' | 'stopping'>
    retention: RetentionParts
    /** Stores a batch of tracking events; resolves once it is on disk. */
    storeEvents(batch: TrackingEvent[]): Promise<void>
    /** Told of each answer that departs from its contract; without it no answer is checked. */
    checksAnswers?: (problem: string) => void
    config: {
      trustProxy: false | number | string
      publicUrl: string | undefined
      mediaDir: string
      databaseReadMaxLagSeconds: number
      logLevel: string
      metricsToken: string | undefined
      defaultCountry: string
    }
    /** How long a request may take to arrive. */
    arrivalLimits?: ArrivalLimits | undefined
  }

/** What the routes of several features share: who is let in, how a lead is captured, whose calendar it is. */
export type SharedParts = ReturnType<typeof shareParts>

/** Puts together what the routes of several features share. */
export function shareParts(parts: AppParts) {
  const { config, database, queue, clock, newId, live, secret, site, vendors } = parts
  const { publicUrl, defaultCountry } = config
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const sessions = ownerSessions(database, clock, isHttps)
  const storedKey = storedKeys(secret)
  // Asked anew at each use: the owner connects and removes vendors while everything runs.
  const isCrmConnected = () => vendors.crm() !== undefined
  const capturing = { database, queue, newId, followers: followCaptures }
  const shownContent = () => site.pages().shown().content
  const { uidHost, mailFrom } = parts.calendar
  const canCall = () =>
    vendors.voiceAgent() !== undefined || (isCrmConnected() && site.callSetup().tag !== '')
  return {
    isHttps,
    sessions,
    storedKey,
    base: { ownerGate: sessions.gate, database, queue, newId, clock, live },
    /** What the calls of browsers need beside that. */
    browsers: {
      cookie: visitorCookie(secret, newId, isHttps, {
        whomToAsk: () => site.adConsent().ask,
        isErased: parts.erasedVisitors.has,
      }),
      limit: createLimits(database, clock, storedKey),
      storesUserAgents: () => parts.settings.now().trackUserAgents,
      captureTokens: captureTokens(secret),
      defaultCountry,
    },
    isCrmConnected,
    isMailConnected: () => vendors.mailer() !== undefined,
    capturing,
    captureLead: (submit: Submit) => captureLead(capturing, submit),
    calling: {
      canCall,
      // On this very machine the page may be seen whole; on the internet nothing is announced that cannot come.
      announcesCalls: () => canCall() || !isInternetAddress(publicUrl),
      callRules: () => ({ setup: site.callSetup(), ownCountry: defaultCountry }),
    },
    secretOf: (vendor: WebhookVendor) => parts.inUse.valuesOf(vendor).secret,
    shownContent,
    bookingTokens: bookingTokens(secret),
    calendarHost: () => hostOf(shownContent(), { siteUrl: parts.siteUrl, uidHost, mailFrom: mailFrom() }),
  }
}
