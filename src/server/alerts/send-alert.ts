import type { AlertChannel, AlertSettings } from '#contract/alerts.ts'
import type { Timezone } from '#contract/range.ts'
import { failureOf } from '#server/integrations/failure.ts'
import type { Mailer, Patience } from '#server/integrations/mailer.ts'
import { postOutside } from '#server/integrations/post-outside.ts'
import type { Outside } from '#server/integrations/send-outside.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { type AlertMessage, alertMessage, asHtml, asText } from './alert-message.ts'
import { readAlertSettings } from './settings-store.ts'
import { noteAlertFailure, readWaiting, settleAlert } from './store.ts'

/** By what alerts go out. */
export type AlertWays = {
  /** The mail server as it is connected now; undefined while none is. */
  mailer(): Mailer | undefined
  outside: Outside
}

/** What sending needs. */
export type SendingParts = AlertWays & {
  database: Database
  clock: Clock
  live: Pick<Live, 'changed'>
  /** Reads anew which mail server is connected, which another process may know already. */
  refreshVendors(): Promise<void>
  /** By whose clock the owner reads times. */
  ownTimezone(): Timezone
}

const GIVE_UP_AFTER_MS = 72 * 3_600_000
const AT_ONCE_MS = 1000
// An answer that was missed may have come late: the second try waits for it, and after that it is tried once a day.
const PATIENT_MS = 60_000
const MAY_HAVE_ARRIVED_MS = 24 * 3_600_000

/**
 * Sends an alert that was ordered, once. Throws when trying again later makes sense; sets it aside with the reason
 * when it does not, or when 72 hours have passed. One whose way was switched off meanwhile is dropped.
 */
export async function sendAlert(parts: SendingParts, alertId: string): Promise<void> {
  const { database, clock, live } = parts
  const alert = await readWaiting(database, alertId)
  if (!alert) return
  const settle = (state: 'sent' | 'dropped') => settleAlert(database, alert.id, { state, at: clock.now() })
  const words = alertMessage(alert, parts.ownTimezone())
  const settings = await readAlertSettings(database)
  const address = addressOf(alert.channel, settings)
  if (!words || address === '') return settle('dropped')
  const wasUnanswered = alert.failure_kind === 'unanswered'
  const mailer = parts.mailer()
  try {
    const patience = wasUnanswered ? { answerMs: PATIENT_MS } : undefined
    await sendWords(parts, alert.channel, settings, alert.id, words, patience)
    await settle('sent')
  } catch (error) {
    const { kind, reason } = failureOf(error, 'The alert failed on our side.')
    const isFinal = error instanceof VendorError && !error.retryable
    const at = clock.now()
    const isTooLate = at.getTime() - alert.created_at.getTime() > GIVE_UP_AFTER_MS
    if (isFinal || isTooLate)
      return settleAlert(database, alert.id, {
        state: 'parked',
        kind,
        at,
        reason: isFinal ? reason : `Gave up after 72 hours. ${reason}`,
      })
    await noteAlertFailure(database, alert.id, { kind, reason }, at)
    // The owner put the address right while this try was under way, or connected another mail server, in whichever process.
    await parts.refreshVendors()
    const isMoved =
      addressOf(alert.channel, await readAlertSettings(database)) !== address ||
      (alert.channel === 'email' && parts.mailer() !== mailer)
    if (isMoved) throw anew(reason, 'unreachable', AT_ONCE_MS)
    throw wasUnanswered && kind === 'unanswered' ? anew(reason, kind, MAY_HAVE_ARRIVED_MS) : error
  } finally {
    live.changed('connections')
  }
}

const anew = (reason: string, kind: 'unreachable' | 'unanswered', retryAfterMs: number): VendorError =>
  new VendorError(reason, { vendor: 'The alert', kind, retryAfterMs })

/** Sends words by one way now; fails with a `VendorError`. */
export async function sendWords(
  { mailer: mailerNow, outside }: AlertWays,
  channel: AlertChannel,
  settings: AlertSettings,
  id: string,
  words: AlertMessage,
  patience?: Patience,
): Promise<void> {
  const address = addressOf(channel, settings)
  if (channel === 'webhook') {
    const { event, subject, data } = words
    return postOutside(address, { id, event, text: asText(words), subject, ...data }, id, outside)
  }
  const mailer = mailerNow()
  if (!mailer)
    throw new VendorError('No mail server is connected yet.', {
      vendor: 'The mail server',
      kind: 'not-set-up',
    })
  const mail = { id, to: address, subject: words.subject, text: asText(words), html: asHtml(words) }
  await mailer.send(mail, patience)
}

const addressOf = (channel: AlertChannel, settings: AlertSettings): string =>
  channel === 'email' ? settings.emailTo : settings.webhookUrl
