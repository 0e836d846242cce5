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
  const { code, responseCode, response } = detailsOf(error)
  const kind = kindOf(code, responseCode)
  const said = response?.replace(/\s+/g, ' ').trim().slice(0, 200)
  const text = {
    credentials: 'did not accept the user name or the password',
    refused: 'refused this mail',
    unreachable: responseCode ? 'did not take the mail' : `could not be reached (${code ?? 'no answer'})`,
  }[kind]
  return new VendorError(`${VENDOR} ${text}${said ? `: ${said} (status ${responseCode})` : ''}.`, {
    vendor: VENDOR,
    kind,
    personal,
    ...(responseCode ? { status: responseCode } : {}),
  })
}

function kindOf(
  code: string | undefined,
  responseCode: number | undefined,
): VendorErrorKind & ('credentials' | 'refused' | 'unreachable') {
  if (code === 'EAUTH' || responseCode === 530 || responseCode === 535) return 'credentials'
  return responseCode && responseCode >= 500 ? 'refused' : 'unreachable'
}

function detailsOf(error: unknown): {
  code: string | undefined
  responseCode: number | undefined
  response: string | undefined
} {
  const told: { code?: unknown; responseCode?: unknown; response?: unknown } =
    typeof error === 'object' && error !== null ? error : {}
  return {
    code: typeof told.code === 'string' ? told.code : undefined,
    responseCode: typeof told.responseCode === 'number' ? told.responseCode : undefined,
    response: typeof told.response === 'string' ? told.response : undefined,
  }
}
