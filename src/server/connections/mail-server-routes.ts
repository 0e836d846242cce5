import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type EnteredMailServer, type MailServerState, mailServerApi } from '#contract/mail-server.ts'
import { hurryAlerts } from '#server/alerts/hurry-alerts.ts'
import type { Mailer } from '#server/integrations/mailer.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { createSmtpMailer } from '#server/integrations/vendors/smtp/smtp-mailer.ts'
import { enteredMailServer, smtpSettingsOf } from '#server/mail/mail-server.ts'
import { hurryMails } from '#server/mail/store.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import { endOf } from '#server/vendor-settings/end-of-secret.ts'
import { noteChannelTested } from './note-tested.ts'

/** What the calls about the mail server need. */
export type MailServerParts = {
  ownerGate: OwnerGate
  database: Database
  vendorSettings: CurrentVendorSettings
  queue: Pick<Queue, 'hurry'>
  newId: NewId
  live: Pick<Live, 'changed'>
  mailer(): Mailer | undefined
  /** Whether the mail server is configured outside of the dashboard. */
  isMailConfigured: boolean
}

function stateOf({ vendorSettings, isMailConfigured }: MailServerParts): MailServerState {
  const stored = vendorSettings.of('email')
  const entered = enteredMailServer(stored) ?? null
  const password = stored?.secrets.password
  const isReadable = !stored?.unreadable.includes('password')
  return {
    source: isMailConfigured ? 'environment' : entered ? 'dashboard' : 'nothing',
    entered,
    password: {
      isSet: password !== undefined || !isReadable,
      endsIn: endOf(password),
      isReadable,
    },
  }
}

/**
 * The password to sign in with: the one given, else the stored one. That is never shown to another server, or under
 * another name, than the ones it was entered for.
 */
function passwordFor(
  { vendorSettings }: MailServerParts,
  { password, host, port, user, security }: z.output<typeof EnteredMailServer>,
): string {
  if (password !== undefined) return password
  if (user === '') return ''
  const stored = vendorSettings.of('email')
  const before = enteredMailServer(stored)
  const isSame =
    before?.host === host && before.port === port && before.user === user && before.security === security
  const known = stored?.secrets.password
  if (isSame && known !== undefined) return known
  const why = before
    ? 'Enter the password again: the server or the user name is another one.'
    : 'Enter the password.'
  throw new Refusal('invalid', why, { fields: { password: why } })
}

/** A form that was opened before another mail server was entered must not bring the old one back without a word. */
async function refuseOlder(
  { vendorSettings }: MailServerParts,
  { inPlaceOf, password: _, ...entered }: z.output<typeof EnteredMailServer>,
): Promise<void> {
  if (inPlaceOf === undefined) return
  // Another process may have been told of it.
  await vendorSettings.refresh()
  const stored = enteredMailServer(vendorSettings.of('email'))
  // The same once more is a second try after an answer that was lost.
  if (!stored || isDeepStrictEqual(stored, inPlaceOf) || isDeepStrictEqual(stored, entered)) return
  throw new Refusal('conflict', 'The mail server was changed meanwhile. Have a look at the new one.')
}

/** Signs in and sends nothing; refuses with what the server answered, beside the field that it is most likely about. */
async function signIn(mailer: Mailer): Promise<void> {
  await mailer.check().catch((error: unknown) => {
    if (!(error instanceof VendorError)) throw error
    const field = error.kind === 'refused-credentials' ? 'password' : 'host'
    throw new Refusal('invalid', error.message, { fields: { [field]: error.message } })
  })
}

async function connect(parts: MailServerParts, entered: z.output<typeof EnteredMailServer>): Promise<void> {
  await refuseOlder(parts, entered)
  const password = passwordFor(parts, entered)
  await signIn(createSmtpMailer(smtpSettingsOf(entered, password)))
  const { password: _, inPlaceOf: __, port, ...values } = entered
  await parts.vendorSettings.change(
    'email',
    {
      values: { ...values, port: String(port) },
      secrets: entered.user === '' ? {} : { password },
    },
    async (transaction) => {
      await noteChannelTested(transaction, 'email')
      await hurryMails(transaction)
      await hurryAlerts(parts.queue, transaction, 'email')
    },
  )
  parts.live.changed('mail')
}

const whyNone = ({ vendorSettings }: MailServerParts): string =>
  vendorSettings.of('email')?.unreadable.includes('password')
    ? 'The server’s secret key has changed, so the mail server’s password can no longer be read. Enter it again.'
    : 'No mail server is connected yet.'

async function sendTestMail(
  parts: MailServerParts,
  to: string,
): Promise<{ success: boolean; message: string }> {
  const mailer = parts.mailer()
  if (!mailer) return { success: false, message: whyNone(parts) }
  try {
    const text = 'This is a test from your dashboard. Emails to your leads go out the same way.'
    await mailer.send({
      id: parts.newId(),
      to,
      subject: 'Your mail server works',
      text,
      html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif"><p>${text}</p></body></html>`,
    })
    await noteChannelTested(parts.database, 'email')
    parts.live.changed('connections')
    return {
      success: true,
      message: `The mail server accepted it. Check the inbox of ${to}, and its spam folder.`,
    }
  } catch (error) {
    if (error instanceof VendorError) return { success: false, message: error.message }
    throw error
  }
}

/** The owner's calls about the mail server. */
export function mailServerRoutes(app: FastifyInstance, parts: MailServerParts): void {
  serve(app, mailServerApi, parts.ownerGate, {
    'GET /api/connections/email/settings': async () => stateOf(parts),
    'PUT /api/connections/email/settings': async (entered) => {
      await connect(parts, entered)
      return stateOf(parts)
    },
    'DELETE /api/connections/email/settings': async () => {
      await parts.vendorSettings.remove('email')
      parts.live.changed('mail')
      return { success: true }
    },
    'POST /api/connections/email/test-mail': ({ to }) => sendTestMail(parts, to),
  })
}
