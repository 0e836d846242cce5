import { signerFor } from '#server/platform/signed-value.ts'

const PURPOSE = 'leave a mailing'

/** Where somebody leaves the mailing that brought them a mail; it names the mail and nobody's address. */
export const unsubscribeUrl = (siteUrl: string, secret: string, mailId: string): string =>
  `${siteUrl}/unsubscribe/${signerFor(secret, PURPOSE).sign(mailId)}`

/** The mail that a way out was in; null where it is none of ours. */
export const readUnsubscribe = (secret: string, token: string): string | null =>
  signerFor(secret, PURPOSE).read(token)
