import { failureOf } from '#server/integrations/failure.ts'
import type { Mailer, Patience } from '#server/integrations/mailer.ts'
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
  holdMail,
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
  /** Reads anew which mail server is connected, which another process may know already. */
  refreshVendors(): Promise<void>
  /** Where somebody leaves a mailing that they got this mail of. */
  unsubscribeUrl(mailId: string): string
  /** The first pause before another try. */
  retryDelaySeconds: number
}

// Longer than one try takes at the very most.
const HELD_MS = 60_000
// RFC 5321 lets a server look through a mail for ten minutes; those that do take a minute.
const ANSWER_MS = 120_000
const GIVE_UP_AFTER_MS = 72 * 3_600_000

/** Sending as it goes on beside what is sent next. */
export type Sending = {
  /** What mail servers have had for long, and have not answered yet. */
  late: Set<Promise<void>>
  /** Nothing more is sent once it has ended, and no answer is waited for that takes long. */
  signal: AbortSignal
  onProblem(error: unknown): void
}

/**
 * Sends every mail whose time has come, one after the other; without a mail server all of them stay. What nobody needs
 * any more is set aside. Several processes share the work, and each mail is held by one of them. One that the mail server
 * takes long to answer is waited for beside the others.
 */
export async function sendDueMails(parts: MailSendingParts, sending: Sending): Promise<void> {
  const { database, clock, live } = parts
  if ((await dropUseless(database, clock.now())) > 0) live.changed('mail')
  while (!sending.signal.aborted) {
    const mailer = parts.mailer()
    if (!mailer) return
    const mail = await claimMail(database, clock.now(), HELD_MS)
    if (!mail) return
    await whileItIsQuick(sending, async (goOn) => {
      let held: Promise<void> | undefined
      const onLate = () => {
        held = holdMail(database, mail.id, ANSWER_MS + HELD_MS).catch(sending.onProblem)
        goOn()
      }
      const patience = { answerMs: ANSWER_MS, onLate, cutShort: sending.signal, untilHeld: () => held }
      await trySending(parts, mailer, mail, patience)
      live.changed('mail')
      live.changed('connections')
    })
  }
}

/** Waits for a try until it is over, or late: then it goes on beside the others. */
async function whileItIsQuick(
  { late, onProblem }: Sending,
  begin: (goOn: () => void) => Promise<void>,
): Promise<void> {
  let goOn = () => {}
  const lateness = new Promise<'late'>((resolve) => {
    goOn = () => resolve('late')
  })
  const trying = begin(() => goOn())
  if ((await Promise.race([trying, lateness])) !== 'late') return
  const settled = trying.catch(onProblem).finally(() => late.delete(settled))
  late.add(settled)
}

async function trySending(
  parts: MailSendingParts,
  mailer: Mailer,
  mail: DueMail,
  patience: Patience & { untilHeld(): Promise<void> | undefined },
): Promise<void> {
  const { database, clock } = parts
  if (mail.is_marketing && mail.is_suppressed)
    return settleMail(database, mail.id, { state: 'unsubscribed', at: clock.now() })
  try {
    const sent = mailer.send(
      {
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
      },
      patience,
    )
    await sent.finally(patience.untilHeld)
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
  const isUnanswered = failure.kind === 'unanswered'
  if (isUnanswered) failure.reason = `It may have arrived. ${failure.reason}`
  if (failure.kind === 'refused-recipient') await suppress(database, mail.to_email, 'refused', at)
  if (error instanceof VendorError && !error.retryable)
    return settleMail(database, mail.id, { state: 'failed', ...failure, at })
  const failingForMs = at.getTime() - (mail.failing_since ?? at).getTime()
  const nextMs = isUnanswered ? pauseAfter(error, { failingForMs, firstMs: 0 }) : 0
  if (failingForMs + nextMs > GIVE_UP_AFTER_MS)
    return settleMail(database, mail.id, {
      state: 'failed',
      kind: failure.kind,
      reason: `Gave up after ${isUnanswered ? 'some tries' : '72 hours'}. ${failure.reason}`,
      at,
    })
  // Where others have gone out since it failed first, the server hangs up at this very mail, or takes others from us.
  const isOnlyThis =
    (failure.kind === 'unreachable' || failure.kind === 'refused-sender') &&
    mail.failing_since !== null &&
    (await wasAnySentSince(database, mail.failing_since))
  const isServers = isServersFault(failure.kind) && !isOnlyThis
  const since = (isServers ? await failingSince(database) : null) ?? mail.failing_since ?? at
  const pause = pauseAfter(error, {
    failingForMs: Math.max(0, at.getTime() - since.getTime()),
    firstMs: parts.retryDelaySeconds * 1000,
  })
  // The owner connected another server while this try was under way, in whichever process.
  await parts.refreshVendors()
  const until = parts.mailer() === mailer ? new Date(at.getTime() + pause) : at
  await putOffMail(database, mail.id, failure, { at, until })
  if (isServers) await putOffAll(database, until)
}
