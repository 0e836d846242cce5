import { createTransport } from 'nodemailer'
import type { Mailer } from '#server/integrations/mailer.ts'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'

const VENDOR = 'The mail server'
const CONNECT_MS = 5000
const TALK_MS = 10_000
const WHOLE_MS = 30_000

/** A mailer over SMTP; a fresh connection for each mail, because they are few. */
export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: TALK_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = settings.from.split('@')[1]?.replace(/>.*$/, '') ?? 'localhost'
  return {
    async send({ id, to, subject, text, html }) {
      const sending = transport.sendMail({
        from: settings.from,
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await within(WHOLE_MS, sending).catch((error: unknown) => {
        throw asVendorError(error, [to, settings.from])
      })
    },
  }
}

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

function meaningOf({ code, command, responseCode }: Told): [VendorErrorKind, string] {
  const isForGood = responseCode !== undefined && responseCode >= 500
  if (responseCode === 530 || (code === 'EAUTH' && (isForGood || responseCode === undefined)))
    return ['refused-credentials', 'did not accept the user name or the password']
  // A greeting that turns us away says nothing about this mail, and neither does a sender that may not send.
  const isAboutUs = code !== 'EENVELOPE' && code !== 'EMESSAGE'
  if (isForGood && command === 'MAIL FROM')
    return ['refused-sender', 'takes no mail from our sender address (ALERT_FROM)']
  if (isForGood && !isAboutUs) return ['invalid-request', 'refused this mail']
  if (responseCode) return ['vendor-fault', 'did not take the mail']
  if (code === 'EPROTOCOL') return ['vendor-fault', 'gave an answer that made no sense (EPROTOCOL)']
  return ['unreachable', whyNoAnswer(code)]
}

function whyNoAnswer(code: string | undefined): string {
  if (code === 'ETIMEDOUT') return 'gave no answer in time'
  if (code === 'EDNS') return 'has a name that leads nowhere (EDNS)'
  if (code === 'ETLS') return 'offered no safe connection (ETLS)'
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
