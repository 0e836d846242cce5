/** An email to one person, in plain text and the same in HTML. */
export type Mail = {
  /** The same mail sent again keeps it, so that a mailbox can tell. */
  id: string
  to: string
  toName?: string | null
  subject: string
  text: string
  html: string
  /** An invitation or its end, which calendars read. */
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string } | null
  /** Where a press on the mail program's own "Unsubscribe" goes; marketing has one. */
  unsubscribeUrl?: string | null
}

/** How long to wait for an answer once the mail server has the whole mail. */
export type Patience = {
  /** At the most, in milliseconds; what takes longer fails as `unanswered`. */
  answerMs: number
  /** Called once an answer takes longer than usual: other mails need not wait for it. */
  onLate?(): void
  /** Ends a wait that is longer than usual. */
  cutShort?: AbortSignal
}

/** What the product asks of a mail server. Fails with a `VendorError`. */
export type Mailer = {
  /** Resolves once the mail server has taken the mail. */
  send(mail: Mail, patience?: Patience): Promise<void>
  /** Resolves where the mail server answers and takes the login; sends nothing. */
  check(): Promise<void>
}
