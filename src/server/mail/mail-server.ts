import { MailServer } from '#contract/mail-server.ts'
import type { Mailer } from '#server/integrations/mailer.ts'
import { createSmtpMailer, type SmtpSettings } from '#server/integrations/vendors/smtp/smtp-mailer.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import type { EnteredSettings } from '#server/vendor-settings/read-stored-settings.ts'

/** A mail server as it was entered in the dashboard, without its password; undefined where none was. */
export function enteredMailServer(entered: EnteredSettings | undefined): MailServer | undefined {
  if (!entered) return undefined
  const { port, ...values } = entered.values
  return MailServer.safeParse({ ...values, port: Number(port) }).data
}

/** What a mailer needs to use a mail server that was entered. */
export const smtpSettingsOf = (
  { provider, host, port, security, user, fromName, fromEmail }: MailServer,
  password: string,
): SmtpSettings => ({
  // There the one token is both, and what is stored as the user's name is shown.
  server: { host, port, security, user: provider === 'postmark' ? password : user, password },
  from: { name: fromName, address: fromEmail },
})

/** The mailer in use: the configured one wins, else the one entered last; undefined while there is none. */
export function currentMailer(
  settings: Pick<CurrentVendorSettings, 'of'>,
  configured: SmtpSettings | undefined,
): () => Mailer | undefined {
  if (configured) {
    const mailer = createSmtpMailer(configured)
    return () => mailer
  }
  let drawnFrom: EnteredSettings | undefined
  let mailer: Mailer | undefined
  return () => {
    const entered = settings.of('email')
    if (entered === drawnFrom) return mailer
    drawnFrom = entered
    const server = enteredMailServer(entered)
    const canSignIn = !entered?.unreadable.includes('password')
    mailer =
      server && canSignIn
        ? createSmtpMailer(smtpSettingsOf(server, entered?.secrets.password ?? ''))
        : undefined
    return mailer
  }
}
