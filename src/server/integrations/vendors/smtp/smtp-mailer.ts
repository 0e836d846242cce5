import { createTransport } from 'nodemailer'
import type { Mailer } from '#server/integrations/mailer.ts'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'

const VENDOR = 'The mail server'
const CONNECT_MS = 5000
const TALK_MS = 10_000
const WHOLE_MS = 30_000

/** Where a mail server is and how it is spoken to; a user of '' signs in as nobody. */
export type SmtpServer = {
  host: string
  port: number
  /** `tls`: encrypted from the first byte; `starttls`: from the first word on; `none`: in the clear. */
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
}

/** A mail server by its address or by its parts, and the sender. */
export type SmtpSettings = ({ url: string } | { server: SmtpServer }) & {
  from: string | { name: string; address: string }
}

const LIMITS = {
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: TALK_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
}

const optionsOf = ({ host, port, security, user, password }: SmtpServer) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'none',
  ...(user !== '' && { auth: { user, pass: password } }),
})

/** A mailer over SMTP; a fresh connection for each mail, because they are few. */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const transport = createTransport({
    ...('url' in settings ? { url: settings.url } : optionsOf(settings.server)),
    ...LIMITS,
  })
  const { from } = settings
  const sender = typeof from === 'string' ? from : from.address
  const domain = sender.split('@')[1]?.replace(/>.*$/, '') ?? 'localhost'
  const secrets = 'server' in settings && settings.server.password !== '' ? [settings.server.password] : []
  const asked = (work: Promise<unknown>, personal: string[]) =>
    within(WHOLE_MS, work).catch((error: unknown) => {
      throw asVendorError(error, [...personal, ...secrets])
    })
  return {
    async send({ id, to, toName, subject, text, html, calendar, unsubscribeUrl }) {
      const sending = transport.sendMail({
        from,
        to: toName ? { name: inOneLine(toName), address: to } : to,
        subject: inOneLine(subject),
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
        ...(calendar && { icalEvent: calendar }),
      })
      await asked(sending, [to, sender])
    },
    async check() {
      await asked(transport.verify(), [sender])
    },
  }
}

// A line break in a name must not become a header of the mail.
const inOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** A server that drips its answers must not hold a job for ever. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function asVendorError(error: unknown, personal: string[]): VendorError {
  const told = detailsOf(error)
  const { responseCode, response } = told
  const said = response?.replace(/\s+/g, ' ').trim().slice(0, 200)
  const [kind, text] = meaningOf(told)
  return new VendorError(`${VENDOR} ${text}${said ? `: ${said} (status ${responseCode})` : ''}.`, {
    vendor: VENDOR,
    kind,
    personal,
    ...(responseCode ? { status: responseCode } : {}),
  })
}

/** What nodemailer tells of a failure; an answer that is no SMTP gives no status. */
type Told = {
  code: string | undefined
  command: string | undefined
  responseCode: number | undefined
  response: string | undefined
}

function meaningOf({ code, command, responseCode, response }: Told): [VendorErrorKind, string] {
  const isForGood = responseCode !== undefined && responseCode >= 500
  if (code === 'ETLS') return ['unreachable', 'offered no safe connection (ETLS)']
  if (responseCode === 530 || (code === 'EAUTH' && (isForGood || responseCode === undefined)))
    return ['refused-credentials', 'did not accept the user name or the password']
  // A greeting that turns us away says nothing about this mail, and neither does a sender that may not send.
  const isAboutUs = code !== 'EENVELOPE' && code !== 'EMESSAGE'
  if (isForGood && command === 'MAIL FROM') return ['refused-sender', 'takes no mail from our sender address']
  if (isForGood && command === 'RCPT TO' && isUnknown(response))
    return ['refused-recipient', 'refused this mail']
  if (isForGood && !isAboutUs) return ['invalid-request', 'refused this mail']
  if (code === 'EENVELOPE' && responseCode === undefined)
    return ['invalid-request', 'cannot be given this mail: its address is none']
  if (responseCode) return ['vendor-fault', 'did not take the mail']
  if (code === 'EPROTOCOL') return ['vendor-fault', 'gave an answer that made no sense (EPROTOCOL)']
  return ['unreachable', whyNoAnswer(code)]
}

/** Whether a no to the recipient says that there is no such mailbox, and not that this mail is not wanted or may not pass. */
function isUnknown(response: string | undefined): boolean {
  const [, code, subject, detail] = /^(\d{3})(?:[ -]5\.(\d+)\.(\d+))?/.exec(response ?? '') ?? []
  if (subject !== undefined) return subject === '1' || (subject === '2' && detail === '1')
  return code === '550' || code === '551' || code === '553'
}

function whyNoAnswer(code: string | undefined): string {
  if (code === 'ETIMEDOUT') return 'gave no answer in time'
  if (code === 'EDNS') return 'has a name that leads nowhere (EDNS)'
  return `could not be reached, or hung up (${code ?? 'no answer'})`
}

function detailsOf(error: unknown): Told {
  const told: { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown } =
    typeof error === 'object' && error !== null ? error : {}
  return {
    code: typeof told.code === 'string' ? told.code : undefined,
    command: typeof told.command === 'string' ? told.command : undefined,
    responseCode: typeof told.responseCode === 'number' ? told.responseCode : undefined,
    response: typeof told.response === 'string' && told.responseCode ? told.response : undefined,
  }
}
