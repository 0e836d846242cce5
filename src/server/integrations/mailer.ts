/** An email to one person, in plain text and the same in HTML. */
export type Mail = {
  /** The same mail sent again keeps it, so that a mailbox can tell. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** What the product asks of a mail server. Fails with a `VendorError`. */
export type Mailer = {
  /** Resolves once the mail server has taken the mail. */
  send(mail: Mail): Promise<void>
}
