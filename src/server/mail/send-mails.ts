import { failureOf } from '#server/integrations/failure.ts'
import type { Mailer } from '#server/integrations/mailer.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { isServersFault, pauseAfter } from './pause-after.ts'
import {
  claimMail,
  type DueMail,
  dropUseless,
  failingSince,
  forgetRefusal,
  putOffAll,
  putOffMail,
  settleMail,
  suppress,
  wasAnySentSince,
} from './store.ts'

/** What sending needs. */
export type MailSendingParts = {
  database: Database
  clock: Clock
  live: Pick<Live, 'changed'>
  /** The mail server as it is connected now; undefined while none is. */
  mailer(): Mailer | undefined
  /** Where somebody leaves a mailing that they got this mail of. */
  unsubscribeUrl(mailId: string): string
  /** The first pause before another try. */
  retryDelaySeconds: number
}

// Longer than one try takes at the very most.
const HELD_MS = 60_000
const GIVE_UP_AFTER_MS = 72 * 3_600_000

/**
 * Sends every mail whose time has come, one after the other; without a mail server all of them stay. What nobody needs
 * any more is set aside. Several processes share the work, and each mail is held by one of them.
 */
export async function sendDueMails(parts: MailSendingParts): Promise<void> {
  const { database, clock, live } = parts
  if ((await dropUseless(database, clock.now())) > 0) live.changed('mail')
  for (;;) {
    const mailer = parts.mailer()
    if (!mailer) return
    const now = clock.now()
    const mail = await claimMail(database, now, new Date(now.getTime() + HELD_MS))
    if (!mail) return
    await trySending(parts, mailer, mail)
    live.changed('mail')
    live.changed('connections')
  }
}

async function trySending(parts: MailSendingParts, mailer: Mailer, mail: DueMail): Promise<void> {
  const { database, clock } = parts
  if (mail.is_marketing && mail.is_suppressed)
    return settleMail(database, mail.id, { state: 'unsubscribed', at: clock.now() })
  try {
    await mailer.send({
      id: mail.id,
      to: mail.to_email,
      toName: mail.to_name,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      calendar:
        mail.calendar_method && mail.calendar_content
          ? { method: mail.calendar_method, content: mail.calendar_content }
          : null,
      unsubscribeUrl: mail.is_marketing ? parts.unsubscribeUrl(mail.id) : null,
    })
    await settleMail(database, mail.id, { state: 'sent', at: clock.now() })
    // A mailbox that was refused before is there after all.
    if (mail.is_suppressed) await forgetRefusal(database, mail.to_email)
  } catch (error) {
    await settleFailure(parts, mailer, mail, error)
  }
}

async function settleFailure(
  parts: MailSendingParts,
  mailer: Mailer,
  mail: DueMail,
  error: unknown,
): Promise<void> {
  const { database, clock } = parts
  const at = clock.now()
  const failure = failureOf(error, 'The mail failed on our side.')
  if (failure.kind === 'refused-recipient') await suppress(database, mail.to_email, 'refused', at)
  if (error instanceof VendorError && !error.retryable)
    return settleMail(database, mail.id, { state: 'failed', ...failure, at })
  if (at.getTime() - (mail.failing_since ?? at).getTime() > GIVE_UP_AFTER_MS)
    return settleMail(database, mail.id, {
      state: 'failed',
      kind: failure.kind,
      reason: `Gave up after 72 hours. ${failure.reason}`,
      at,
    })
  // Where others have gone out since it failed first, the server hangs up at this very mail.
  const isOnlyThis =
    failure.kind === 'unreachable' &&
    mail.failing_since !== null &&
    (await wasAnySentSince(database, mail.failing_since))
  const isServers = isServersFault(failure.kind) && !isOnlyThis
  const since = (isServers ? await failingSince(database) : null) ?? mail.failing_since ?? at
  const pause = pauseAfter(error, {
    failingForMs: Math.max(0, at.getTime() - since.getTime()),
    firstMs: parts.retryDelaySeconds * 1000,
  })
  // The owner connected another server while this try was under way.
  const until = parts.mailer() === mailer ? new Date(at.getTime() + pause) : at
  await putOffMail(database, mail.id, failure, { at, until })
  if (isServers) await putOffAll(database, until)
}
