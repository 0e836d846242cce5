import { createTransport } from 'nodemailer'
import type { Mailer } from '#server/integrations/mailer.ts'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'
import { blamedBy } from './read-refusal.ts'
import { type Conversation, TALK_MS, WHOLE_MS, watchConversation } from './watch-conversation.ts'

const VENDOR = 'The mail server'
const CONNECT_MS = 5000

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
  const options = {
    ...('url' in settings ? { url: settings.url } : optionsOf(settings.server)),
    ...LIMITS,
  }
  const { from } = settings
  const sender = typeof from === 'string' ? from : from.address
  const domain = sender.split('@')[1]?.replace(/>.*$/, '') ?? 'localhost'
  const secrets = 'server' in settings && settings.server.password !== '' ? [settings.server.password] : []
  return {
    async send({ id, to, toName, subject, text, html, calendar, unsubscribeUrl }, patience) {
      const { answerMs = TALK_MS } = patience ?? {}
      const conversation = watchConversation({ ...patience, answerMs })
      const transport = createTransport({
        ...options,
        // The conversation is watched for silence, which may be longer at its end than before.
        socketTimeout: answerMs + WHOLE_MS,
        logger: conversation.logger,
        transactionLog: true,
      })
      try {
        await transport.sendMail({
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
          signal: conversation.signal,
        })
      } catch (error) {
        throw asVendorError(toldOf(error, conversation), [to, sender, ...secrets])
      } finally {
        conversation.over()
      }
    },
    async check() {
      const transport = createTransport({ ...options, socketTimeout: TALK_MS })
      await within(WHOLE_MS, transport.verify()).catch((error: unknown) => {
        throw asVendorError(detailsOf(error), [sender, ...secrets])
      })
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

function asVendorError(told: Told, personal: string[]): VendorError {
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
  /** Whether the whole mail was with the server, which had it for long. */
  isUnanswered?: boolean
}

function meaningOf({ code, command, responseCode, response, isUnanswered }: Told): [VendorErrorKind, string] {
  const isForGood = responseCode !== undefined && responseCode >= 500
  if (code === 'ETLS') return ['unreachable', 'offered no safe connection (ETLS)']
  if (responseCode === 530 || (code === 'EAUTH' && (isForGood || responseCode === undefined)))
    return ['refused-credentials', 'did not accept the user name or the password']
  const blamed = response === undefined ? 'other' : blamedBy(response, command)
  if (blamed === 'amount') return ['rate-limited', 'takes no more mail from us for now']
  // A greeting that turns us away says nothing about this mail, and neither does a sender that may not send.
  const isAboutUs = code !== 'EENVELOPE' && code !== 'EMESSAGE'
  if (blamed === 'sender' && !isAboutUs) return ['refused-sender', 'takes no mail from our sender address']
  if (blamed === 'recipient') return ['refused-recipient', 'refused this mail']
  if (isForGood && !isAboutUs) return ['invalid-request', 'refused this mail']
  if (code === 'EENVELOPE' && responseCode === undefined)
    return ['invalid-request', 'cannot be given this mail: its address is none']
  if (responseCode) return ['vendor-fault', 'did not take the mail']
  // The second is an answer without a status to a mail that was there.
  if (code === 'EPROTOCOL' || code === 'EMESSAGE')
    return ['vendor-fault', `gave an answer that made no sense (${code})`]
  if (isUnanswered) return ['unanswered', whyNoAnswer(code)]
  return ['unreachable', whyNoAnswer(code)]
}

function whyNoAnswer(code: string | undefined): string {
  if (code === 'ETIMEDOUT') return 'gave no answer in time'
  if (code === 'EDNS') return 'has a name that leads nowhere (EDNS)'
  return `could not be reached, or hung up (${code ?? 'no answer'})`
}

/** What is told of a conversation that failed; one that we ended gave no answer in time. */
function toldOf(error: unknown, { signal, isLate }: Conversation): Told {
  const told = detailsOf(error)
  return { ...told, ...(signal.aborted && { code: 'ETIMEDOUT' }), isUnanswered: isLate() }
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
